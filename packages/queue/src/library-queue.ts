import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { QUEUE_PREFIX, QUEUES, type QueueName } from './catalog.ts'

export interface AddOptions {
  /** One message per id at a time; adding it again while it waits or runs changes nothing. */
  id: string
  priority?: number
  delayMs?: number
}

/** A queue of the queue library. */
export function openQueue(name: QueueName, connection: Redis): Queue {
  const { attempts, backoffMs } = QUEUES[name]
  return new Queue(name, {
    connection,
    prefix: QUEUE_PREFIX,
    skipVersionCheck: true,
    skipWaitingForReady: true,
    streams: { events: { maxLen: 100 } },
    defaultJobOptions: {
      attempts,
      backoff: { type: 'exponential', delay: backoffMs },
      // Finished and dropped messages free their id at once, so that the sweep can add the job again.
      removeOnComplete: true,
      removeOnFail: true,
    },
  })
}

/** Options of one message. */
export function libraryOptions({ id, priority, delayMs }: AddOptions) {
  return { jobId: id, ...(priority && { priority }), ...(delayMs && { delay: delayMs }) }
}

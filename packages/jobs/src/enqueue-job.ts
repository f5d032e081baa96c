import type { Tier } from '@gleaner/contracts'
import { PRIORITY, type Producer, scrapeQueueOf } from '@gleaner/queue'

/**
 * Puts a job on the queue of a tier; adding it again while it waits there changes nothing. Message ids are per job and
 * tier, joined by a dot because the queue library refuses `:`. Throws QueueUnavailable.
 */
export async function enqueueJob(producer: Producer, jobId: string, tier: Tier): Promise<void> {
  await producer.add(
    scrapeQueueOf(tier),
    { jobId },
    { id: `${jobId}.${tier}`, priority: PRIORITY.interactive },
  )
}

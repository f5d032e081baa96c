import type { Places } from '@gleaner/queue/work'
import { deadlineSignal } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import { untilAborted } from '@gleaner/runtime/until'
import type { ExtractedJson, PageTask } from '../extract-json.ts'
import type { Budget } from './budget.ts'
import { CANCELLED, failed, reasonOfLoss, tooSlow, WAITED_TOO_LONG } from './failures.ts'
import type { PageWorker } from './page-worker.ts'
import { watchRead } from './watch-read.ts'
import type { WorkerSet } from './worker-set.ts'

export interface WorkerQueueOptions {
  /** Whose workers read; other queues may use them as well. */
  workers: WorkerSet
  /** One for each worker that reads. */
  places: Places
  /** Interval at which the usage of a reading worker is sampled. */
  sampleMs: number
  /** A worker that holds more than this between two pages is replaced, so that no page pays for an earlier one. */
  retireAboveMb?: number
  /** The same for one that has used more CPU time than this since it started. */
  retireAfterCpuMs?: number
  onWorkerLost(error: Error): void
}

export interface QueuedPage {
  task: PageTask
  /** Whose page it is. */
  share: string
  budget: Budget
  /** Longest wait for a worker. */
  waitMs: number
  /** Longest read, by the clock: a backstop for a read that stands still. */
  timeoutMs: number
  /** Cancel the read. */
  signals: readonly AbortSignal[]
}

/** Pages that wait for workers. One whose page goes beyond its budget is ended alone, and its permit is free at once. */
export interface WorkerQueue {
  /** Never rejects. */
  read(task: QueuedPage): Promise<ExtractedJson>
}

export function createWorkerQueue(options: WorkerQueueOptions): WorkerQueue {
  const { workers, places } = options

  async function read(queued: QueuedPage): Promise<ExtractedJson> {
    const { share, waitMs, signals } = queued
    using wait = deadlineSignal(waitMs, signals)
    const permit = await places.acquire(share, wait.signal).catch(() => undefined)
    if (!permit) return signals.some(({ aborted }) => aborted) ? CANCELLED : WAITED_TOO_LONG
    using _permit = permit
    const worker = workers.take()
    const outcome = await readWith(worker, queued)
    if (outcome.isReusable && !(await mustRetire(worker))) workers.keep(worker)
    else workers.drop(worker)
    return outcome.result
  }

  async function readWith(worker: PageWorker, { task, budget, timeoutMs, signals }: QueuedPage) {
    using watch = watchRead(worker, budget, options.sampleMs)
    using deadline = deadlineSignal(timeoutMs, signals)
    const ended = (result: ExtractedJson) => ({ result, isReusable: false })
    const outcome = Promise.race([
      worker.read(task).then(
        (result) => ({ result, isReusable: true }),
        (error: Error) => {
          options.onWorkerLost(error)
          return ended(failed(reasonOfLoss(error, budget)))
        },
      ),
      watch.exceeded.then((reason) => {
        options.onWorkerLost(new Error(reason))
        return ended(failed(reason))
      }),
    ])
    return await untilAborted(outcome, deadline.signal).catch(() =>
      ended(signals.some((signal) => signal.aborted) ? CANCELLED : failed(tooSlow(timeoutMs))),
    )
  }

  async function mustRetire(worker: PageWorker): Promise<boolean> {
    if (options.retireAboveMb === undefined) return !worker.isAlive
    const usage = await worker.usage()
    if (usage === undefined || usage.memoryBytes > options.retireAboveMb * MEGABYTE) return true
    return options.retireAfterCpuMs !== undefined && usage.cpuMs > options.retireAfterCpuMs
  }

  return { read }
}

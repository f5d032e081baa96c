import { createLocalFairSemaphore, deadlineSignal } from '@gleaner/runtime'
import type { ExtractedJson, WorkerTask } from '../worker.ts'
import { type Budget, MEGABYTE } from './budget.ts'
import { CANCELLED, failed, reasonOfLoss, tooSlow, WAITED_TOO_LONG } from './failures.ts'
import type { Reader } from './reader.ts'
import { watchRead } from './watch-read.ts'

export interface LaneOptions {
  /** Most readers at once. They start when there is work and end after `idleMs` without any. */
  permits: number
  /** Most of them that read for one share. Default: all. */
  perShare?: number
  idleMs: number
  /** How often a reader at work is looked at. */
  sampleMs: number
  open(): Reader
  /** A reader that holds more than this between two pages is replaced, so that no page pays for an earlier one. */
  retireAboveMb?: number
  onReaderLost(error: Error): void
}

export interface LaneTask {
  task: WorkerTask
  /** Whose page it is. */
  share: string
  budget: Budget
  /** Longest wait for a reader. */
  waitMs: number
  /** Longest read, by the clock: a backstop for a read that stands still. */
  timeoutMs: number
  /** Cancel the read. */
  signals: readonly AbortSignal[]
}

/** Readers of one kind. One whose page goes beyond its budget is ended alone, and its permit is free at once. */
export interface Lane {
  /** Never rejects. */
  read(task: LaneTask): Promise<ExtractedJson>
  /** How many there are now. */
  readonly readers: number
  /** Ends all. Reads must have been cancelled before. */
  close(): Promise<void>
}

export function createLane(options: LaneOptions): Lane {
  const semaphore = createLocalFairSemaphore(options)
  const readers = new Set<Reader>()
  const idle = new Map<Reader, NodeJS.Timeout>()

  async function read(asked: LaneTask): Promise<ExtractedJson> {
    const { share, waitMs, signals } = asked
    using wait = deadlineSignal(waitMs, signals)
    const permit = await semaphore.acquire(share, wait.signal).catch(() => undefined)
    if (!permit) return signals.some(({ aborted }) => aborted) ? CANCELLED : WAITED_TOO_LONG
    using _permit = permit
    const reader = take()
    const outcome = await readWith(reader, asked)
    if (outcome.isUnharmed && !(await isWorn(reader))) keep(reader)
    else drop(reader)
    return outcome.result
  }

  async function readWith(reader: Reader, { task, budget, timeoutMs, signals }: LaneTask) {
    using watch = watchRead(reader, budget, options.sampleMs)
    using deadline = deadlineSignal(timeoutMs, signals)
    const ended = (result: ExtractedJson) => ({ result, isUnharmed: false })
    return await Promise.race([
      reader.read(task).then(
        (result) => ({ result, isUnharmed: true }),
        (error: Error) => {
          options.onReaderLost(error)
          return ended(failed(reasonOfLoss(error, budget)))
        },
      ),
      watch.exceeded.then((reason) => {
        options.onReaderLost(new Error(reason))
        return ended(failed(reason))
      }),
      aborted(deadline.signal).then(() =>
        ended(signals.some((signal) => signal.aborted) ? CANCELLED : failed(tooSlow(timeoutMs))),
      ),
    ])
  }

  function take(): Reader {
    for (const [reader, timer] of idle) {
      idle.delete(reader)
      clearTimeout(timer)
      if (reader.isAlive) return reader
      readers.delete(reader)
    }
    const reader = options.open()
    readers.add(reader)
    return reader
  }

  function keep(reader: Reader): void {
    idle.set(reader, setTimeout(() => drop(reader), options.idleMs).unref())
  }

  function drop(reader: Reader): Promise<void> {
    clearTimeout(idle.get(reader))
    idle.delete(reader)
    return reader
      .end()
      .catch(options.onReaderLost)
      .finally(() => readers.delete(reader))
  }

  async function isWorn(reader: Reader): Promise<boolean> {
    if (options.retireAboveMb === undefined) return !reader.isAlive
    const usage = await reader.usage()
    return usage === undefined || usage.memoryBytes > options.retireAboveMb * MEGABYTE
  }

  return {
    read,
    get readers() {
      return readers.size
    },
    close: async () => {
      await Promise.all([...readers].map(drop))
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

import type { PageWorker } from './page-worker.ts'

export interface WorkerSetOptions {
  /** Workers end after so long without work. */
  idleMs: number
  /** But so many stay: what comes after a rest finds code that is compiled. */
  kept?: number
  /** `isEarly`: there is nothing to read yet, so that it may warm up. */
  open(isEarly: boolean): PageWorker
  onWorkerLost(error: Error): void
}

/** Workers of one kind, which queues may share. They start when there is work. */
export interface WorkerSet {
  /** Opens those that are kept, before there is work. */
  prepare(): void
  /** The idle one that was at work last, whose code is compiled by now, or a new one. To be given back by `keep` or `drop`. */
  take(): PageWorker
  /** It may be taken again. */
  keep(worker: PageWorker): void
  /** Ends it. */
  drop(worker: PageWorker): Promise<void>
  /** How many there are now. */
  readonly size: number
  /** Ends all. */
  close(): Promise<void>
}

export function createWorkerSet(options: WorkerSetOptions): WorkerSet {
  const { idleMs, kept = 0 } = options
  const workers = new Set<PageWorker>()
  const idle = new Map<PageWorker, NodeJS.Timeout>()
  const ending = new Set<PageWorker>()
  const staying = () => workers.size - ending.size

  function take(): PageWorker {
    for (const [worker, timer] of [...idle].toReversed()) {
      idle.delete(worker)
      clearTimeout(timer)
      if (worker.isAlive) return worker
      workers.delete(worker)
    }
    return open(false)
  }

  function open(isEarly: boolean): PageWorker {
    const worker = options.open(isEarly)
    workers.add(worker)
    return worker
  }

  function keep(worker: PageWorker): void {
    const rest = () => (staying() > kept ? drop(worker) : worker.rest?.())
    idle.set(worker, setTimeout(rest, idleMs).unref())
  }

  function drop(worker: PageWorker): Promise<void> {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    ending.add(worker)
    return worker
      .end()
      .catch(options.onWorkerLost)
      .finally(() => {
        workers.delete(worker)
        ending.delete(worker)
      })
  }

  return {
    prepare() {
      while (staying() < kept) keep(open(true))
    },
    take,
    keep,
    drop,
    get size() {
      return workers.size
    },
    close: async () => {
      await Promise.all([...workers].map(drop))
    },
  }
}

const shared = new Map<string, { set: WorkerSet; users: number }>()

/** The set of that name of this process; `open` makes it for its first user, and it is closed with its last. */
export function shareWorkerSet(name: string, open: () => WorkerSet): WorkerSet {
  const entry = shared.get(name) ?? { set: open(), users: 0 }
  entry.users += 1
  shared.set(name, entry)
  const { set } = entry
  let isClosed = false
  return {
    ...set,
    get size() {
      return set.size
    },
    async close() {
      if (isClosed) return
      isClosed = true
      entry.users -= 1
      if (entry.users > 0) return
      shared.delete(name)
      await set.close()
    },
  }
}

import type { PageWorker } from './page-worker.ts'

export interface WorkerSetOptions {
  /** Workers end after so long without work. */
  idleMs: number
  open(): PageWorker
  onWorkerLost(error: Error): void
}

/** Workers of one kind, which queues may share. They start when there is work. */
export interface WorkerSet {
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
  const workers = new Set<PageWorker>()
  const idle = new Map<PageWorker, NodeJS.Timeout>()

  function take(): PageWorker {
    for (const [worker, timer] of [...idle].toReversed()) {
      idle.delete(worker)
      clearTimeout(timer)
      if (worker.isAlive) return worker
      workers.delete(worker)
    }
    const worker = options.open()
    workers.add(worker)
    return worker
  }

  function drop(worker: PageWorker): Promise<void> {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    return worker
      .end()
      .catch(options.onWorkerLost)
      .finally(() => workers.delete(worker))
  }

  return {
    take,
    keep(worker) {
      idle.set(worker, setTimeout(() => drop(worker), options.idleMs).unref())
    },
    drop,
    get size() {
      return workers.size
    },
    close: async () => {
      await Promise.all([...workers].map(drop))
    },
  }
}

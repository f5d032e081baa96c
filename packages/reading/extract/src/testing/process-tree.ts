import { childrenOf, readProcess, readUsage, threadsOf } from '@gleaner/runtime/process-table'

/** The reading processes that one has started, and what they have started. */
export function workerProcessesOf(pid: number): number[] {
  const workers = allChildrenOf(pid).filter((child) =>
    readProcess(child)?.command.includes('pool/process-main'),
  )
  return workers.flatMap((worker) => [worker, ...descendants(worker)])
}

function descendants(pid: number): number[] {
  return allChildrenOf(pid).flatMap((child) => [child, ...descendants(child)])
}

const allChildrenOf = (pid: number) => childrenOf(pid, threadsOf(pid))

/** Resident bytes of processes together; those that have ended count nothing. */
export function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (readUsage(pid)?.residentBytes ?? 0), 0)
}

/** The most bytes that the processes below this one hold together from now on, looked at as often as can be. */
export function watchPeak(): () => number {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(workerProcessesOf(process.pid)))
  }, 20).unref()
  return () => {
    clearInterval(timer)
    return peak
  }
}

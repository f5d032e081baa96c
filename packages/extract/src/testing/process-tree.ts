import { readdirSync, readFileSync } from 'node:fs'

/** The reading processes that one has started, and what they have started, from /proc. */
export function workerProcessesOf(pid: number): number[] {
  const workers = childrenOf(pid).filter((child) =>
    read(`/proc/${child}/cmdline`).includes('pool/process-main'),
  )
  return workers.flatMap((worker) => [worker, ...descendants(worker)])
}

function descendants(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendants(child)])
}

function childrenOf(pid: number): number[] {
  return tasks(pid).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  )
}

/** Resident bytes of processes together; those that have ended count nothing. */
export function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * 4096, 0)
}

function tasks(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessRow {
  pid: number
  parent: number
  group: number
  /** Clock ticks after boot: with the pid it names one process for good. */
  startedAt: number
  /** User and system time of the process and of its reaped children, in milliseconds. */
  cpuMs: number
  command: string
}

const TICK_MS = 10

/** All processes of this machine (Linux). Empty where there is no `/proc`. */
export function listProcesses(): ProcessRow[] {
  let names: string[]
  try {
    names = readdirSync('/proc')
  } catch {
    return []
  }
  return names.filter((name) => /^\d+$/.test(name)).flatMap((name) => readProcess(Number(name)) ?? [])
}

/** One process, or undefined when it is gone (a zombie counts as gone). */
export function readProcess(pid: number): ProcessRow | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may itself hold brackets and spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
    return {
      pid,
      parent: Number(fields[1]),
      group: Number(fields[2]),
      startedAt: Number(fields[19]),
      cpuMs: ticks * TICK_MS,
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    }
  } catch {
    return undefined
  }
}

/** A process and everything below it. */
export function descendants(root: number, rows: readonly ProcessRow[] = listProcesses()): ProcessRow[] {
  const children = Map.groupBy(rows, ({ parent }) => parent)
  const found: ProcessRow[] = rows.filter(({ pid }) => pid === root)
  for (const row of found) found.push(...(children.get(row.pid) ?? []))
  return found
}

/** Resident memory that processes do not share (proportional set size), in bytes. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + proportionalBytes(pid), 0)
}

function proportionalBytes(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Ends a whole process group; one that is already gone is no error. */
export function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

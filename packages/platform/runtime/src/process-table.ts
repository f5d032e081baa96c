import { existsSync, readdirSync, readFileSync } from 'node:fs'

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

/** USER_HZ and the page size of Linux on x86-64, and on arm64 as distributions build it. */
const TICK_MS = 10
const PAGE_BYTES = 4096

/** All processes of this machine (Linux). Empty where there is no `/proc`. */
export function listProcesses(): ProcessRow[] {
  return processIds().flatMap((pid) => readProcess(pid) ?? [])
}

/** One process, or undefined when it is gone (a zombie counts as gone). */
export function readProcess(pid: number): ProcessRow | undefined {
  const stat = readStat(pid)
  if (stat === undefined) return undefined
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { ...stat, command }
  } catch {
    return undefined
  }
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

function readStat(pid: number): Omit<ProcessRow, 'command'> | undefined {
  try {
    return parseStat(pid, readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return undefined
  }
}

/** The kernel's one line on a process (proc(5), `/proc/[pid]/stat`); undefined for a zombie and where the process is gone. */
export function parseStat(pid: number, line: string): Omit<ProcessRow, 'command'> | undefined {
  // The name in brackets may itself hold brackets and spaces.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 20 || fields[0] === 'Z' || fields[0] === 'X') return undefined
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    startedAt: Number(fields[19]),
    cpuMs: ticks * TICK_MS,
  }
}

/** A process and everything below it. */
export function descendants(root: number, rows: readonly ProcessRow[] = listProcesses()): ProcessRow[] {
  const children = Map.groupBy(rows, ({ parent }) => parent)
  const found: ProcessRow[] = rows.filter(({ pid }) => pid === root)
  for (const row of found) found.push(...(children.get(row.pid) ?? []))
  return found
}

/** Memory that the processes of a group have to themselves, in bytes: what they share with each other is not counted. */
export function memoryOfGroup(group: number): number {
  const members = processIds().filter((pid) => readStat(pid)?.group === group)
  return members.reduce((sum, pid) => sum + privateBytes(pid), 0)
}

/** Proportional sizes would be more exact, but the kernel walks every page for them. */
function privateBytes(pid: number): number {
  const memory = readMemory(pid)
  return memory === undefined ? 0 : memory.residentBytes - memory.sharedBytes
}

export interface ProcessUsage {
  /** User and system time of the process and of its reaped children. */
  cpuMs: number
  /** Memory that it holds, and how much of that is of files or shared with other processes. */
  residentBytes: number
  sharedBytes: number
}

/** What one process uses; undefined when it is gone. */
export function readUsage(pid: number): ProcessUsage | undefined {
  const stat = readStat(pid)
  const memory = stat && readMemory(pid)
  return memory && { cpuMs: stat.cpuMs, ...memory }
}

function readMemory(pid: number): Omit<ProcessUsage, 'cpuMs'> | undefined {
  try {
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number)
    return { residentBytes: resident! * PAGE_BYTES, sharedBytes: shared! * PAGE_BYTES }
  } catch {
    return undefined
  }
}

/** Whether the kernel lists the children of a process (`CONFIG_PROC_CHILDREN`). */
export const LISTS_CHILDREN = existsSync(`/proc/${process.pid}/task/${process.pid}/children`)

/** Children of a process: each belongs to the thread that started it, by default the first one. */
export function childrenOf(pid: number, threads: readonly number[] = [pid]): number[] {
  return threads.flatMap((thread) => {
    try {
      const text = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim()
      return text === '' ? [] : text.split(' ').map(Number)
    } catch {
      return []
    }
  })
}

export function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return []
  }
}

/** Whether a process has a thread of this name. */
export function hasThread(pid: number, name: string): boolean {
  return threadsOf(pid).some((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim() === name
    } catch {
      return false
    }
  })
}

/** Ends one process; false when it is gone already. */
export function killProcess(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    return false
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

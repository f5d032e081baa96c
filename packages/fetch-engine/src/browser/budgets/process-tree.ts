import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { descendants, readUsage } from './process-table.ts'

/** What one process of a browser uses. */
export interface ProcessUsage {
  pid: number
  kind: 'renderer' | 'zygote' | 'other'
  /** Memory that it holds beyond the program that all of them share, in bytes. */
  memory: number
  cpuMs: number
}

/** The processes of one browser, read from outside of it. */
export interface ProcessTree {
  /** Cheap enough for several times a second: some 0.2 ms a process. */
  read(): ProcessUsage[]
}

/** All processes are looked for every so many readings; between them, those that a zygote forked: every renderer. */
const FULL_SCAN_EVERY = 8

export function processTreeOf(root: number): ProcessTree {
  let readings = 0
  let known = new Map<number, ProcessUsage['kind']>()

  function refresh(): void {
    const full = readings++ % FULL_SCAN_EVERY === 0
    const found = full ? [root, ...allBelow(root)] : [...known.keys(), ...forkedByZygotes()]
    known = new Map(found.map((pid) => [pid, finalKind(pid) ?? kindOf(pid)]))
  }

  function forkedByZygotes(): number[] {
    return [...known].flatMap(([pid, kind]) => (kind === 'zygote' ? childrenOf(pid, [pid]) : []))
  }

  /** A process that a zygote forked is called like it until it has found its part. */
  function finalKind(pid: number): ProcessUsage['kind'] | undefined {
    const kind = known.get(pid)
    return kind === 'zygote' ? undefined : kind
  }

  return {
    read() {
      refresh()
      return [...known].flatMap(([pid, kind]) => {
        const usage = readUsage(pid)
        if (usage === undefined) known.delete(pid)
        return usage === undefined ? [] : [{ pid, kind, ...usage }]
      })
    },
  }
}

/** Where the kernel does not list children (`CONFIG_PROC_CHILDREN`), the whole process table is read. */
const LISTS_CHILDREN = existsSync(`/proc/${process.pid}/task/${process.pid}/children`)

function allBelow(root: number): number[] {
  if (!LISTS_CHILDREN) return descendants(root).flatMap(({ pid }) => (pid === root ? [] : [pid]))
  const children = childrenOf(root, threadsOf(root))
  return children.flatMap((pid) => [pid, ...allBelow(pid)])
}

/** A child belongs to the thread that started it. */
function childrenOf(pid: number, threads: readonly number[]): number[] {
  return threads.flatMap((thread) => {
    try {
      const text = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim()
      return text === '' ? [] : text.split(' ').map(Number)
    } catch {
      return []
    }
  })
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return []
  }
}

function kindOf(pid: number): ProcessUsage['kind'] {
  try {
    const type = /--type=([\w-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))?.[1]
    return type === 'renderer' || type === 'zygote' ? type : 'other'
  } catch {
    return 'other'
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

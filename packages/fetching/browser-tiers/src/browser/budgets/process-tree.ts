import { readFileSync } from 'node:fs'
import { childrenOf, descendants, LISTS_CHILDREN, readUsage, threadsOf } from '@gleaner/runtime/process-table'
import { MEGABYTE } from '@gleaner/runtime/units'

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

  /** A process that a zygote forked has its command line until it sets its own type. */
  function finalKind(pid: number): ProcessUsage['kind'] | undefined {
    const kind = known.get(pid)
    return kind === 'zygote' ? undefined : kind
  }

  return {
    read() {
      refresh()
      return [...known].flatMap(([pid, kind]) => {
        const usage = usageBeyondProgram(pid)
        if (usage === undefined) known.delete(pid)
        return usage === undefined ? [] : [{ pid, kind, ...usage }]
      })
    },
  }
}

/** Where the kernel does not list children, the whole process table is read. */
function allBelow(root: number): number[] {
  if (!LISTS_CHILDREN) return descendants(root).flatMap(({ pid }) => (pid === root ? [] : [pid]))
  const children = childrenOf(root, threadsOf(root))
  return children.flatMap((pid) => [pid, ...allBelow(pid)])
}

function kindOf(pid: number): ProcessUsage['kind'] {
  try {
    const type = /--type=([\w-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))?.[1]
    return type === 'renderer' || type === 'zygote' ? type : 'other'
  } catch {
    return 'other'
  }
}

/**
 * Memory of one process beyond the program that all processes of a browser share, in bytes, and its processor time;
 * undefined when it is gone. Memory shared by two processes counts for both.
 */
export function usageBeyondProgram(pid: number): { memory: number; cpuMs: number } | undefined {
  const usage = readUsage(pid)
  if (usage === undefined) return undefined
  const { cpuMs, residentBytes, sharedBytes } = usage
  return { memory: residentBytes - Math.min(sharedBytes, PROGRAM_BYTES), cpuMs }
}

/** What Chromium 156 maps of its own program and data files, at most (measured: 58 to 170 MB). */
const PROGRAM_BYTES = 170 * MEGABYTE

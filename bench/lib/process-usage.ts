import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseStat } from '@gleaner/runtime/process-table'
import { sum } from './statistics.ts'

const KB = 1_024

interface ProcessStat {
  parent: number
  /** Of the process and of its children that have ended. */
  cpuMs: number
}

/** CPU milliseconds that processes and all their descendants have used so far, by name of the root. */
export async function cpuMs(roots: Record<string, number>): Promise<Record<string, number>> {
  const stats = await readStats()
  return forTrees(roots, stats, async (pids) => sum(pids.map((pid) => stats.get(pid)?.cpuMs ?? 0)))
}

/** What `work` resolves with, and what processes and their descendants have used meanwhile. */
export async function cpuDuring<T>(
  roots: Record<string, number>,
  work: () => Promise<T>,
): Promise<{ result: T; spentMs: Record<string, number> }> {
  const before = await cpuMs(roots)
  const result = await work()
  const after = await cpuMs(roots)
  const spent = Object.entries(after).map(([name, ms]) => [name, ms - before[name]!] as const)
  return { result, spentMs: Object.fromEntries(spent) }
}

export function dividedBy(values: Record<string, number>, count: number): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value / count]))
}

/** The numbers of a process and all its descendants. */
export async function processTree(root: number): Promise<number[]> {
  return descendants(root, await readStats(), new Set())
}

export interface Memory {
  processes: number
  /** Counts pages that several processes share in each of them. */
  rssBytes: number
  /** Shares them out: the sum over processes is what the machine holds. */
  pssBytes: number
  /** The part of it that is in no file: not shared, so that other programs of the machine do not change it. */
  ownBytes: number
}

/** The memory of processes and all their descendants, by name of the root; of those that run `program` alone where it is given. */
export async function memory(
  roots: Record<string, number>,
  program?: string,
): Promise<Record<string, Memory>> {
  return forTrees(roots, await readStats(), async (pids) => {
    const isMeant = await Promise.all(pids.map(async (pid) => !program || (await programOf(pid)) === program))
    const parts = await Promise.all(pids.filter((_, index) => isMeant[index]).map(readMemory))
    return {
      processes: parts.filter((part) => part.rssBytes > 0).length,
      rssBytes: sum(parts.map((part) => part.rssBytes)),
      pssBytes: sum(parts.map((part) => part.pssBytes)),
      ownBytes: sum(parts.map((part) => part.ownBytes)),
    }
  })
}

const programOf = async (pid: number) => basename(await readlink(`/proc/${pid}/exe`).catch(() => ''))

/** Names that share a root process are joined: `gateway+realtime`. Another root's tree is not counted twice. */
async function forTrees<T>(
  roots: Record<string, number>,
  stats: Map<number, ProcessStat>,
  measure: (pids: number[]) => Promise<T>,
): Promise<Record<string, T>> {
  const names = Map.groupBy(Object.keys(roots), (name) => roots[name]!)
  const measured = [...names].map(async ([root, sharing]) => {
    const pids = descendants(root, stats, new Set(names.keys()))
    return [sharing.join('+'), await measure(pids)] as const
  })
  return Object.fromEntries(await Promise.all(measured))
}

function descendants(root: number, stats: Map<number, ProcessStat>, others: Set<number>): number[] {
  const found = [root]
  for (const parent of found) {
    for (const [pid, stat] of stats) if (stat.parent === parent && !others.has(pid)) found.push(pid)
  }
  return found
}

async function readStats(): Promise<Map<number, ProcessStat>> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = new Map<number, ProcessStat>()
  for (const name of names) {
    const stat = parseStat(Number(name), await readFile(`/proc/${name}/stat`, 'utf8').catch(() => ''))
    if (stat) stats.set(stat.pid, stat)
  }
  return stats
}

async function readMemory(pid: number): Promise<Omit<Memory, 'processes'>> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const kilobytes = (name: string) => Number(text.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))?.[1] ?? 0)
  return {
    rssBytes: kilobytes('Rss') * KB,
    pssBytes: kilobytes('Pss') * KB,
    ownBytes: kilobytes('Pss_Anon') * KB,
  }
}

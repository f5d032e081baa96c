import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { MEGABYTE } from '@gleaner/runtime/units'

/** Memory that a page and its share of the browser may take, measured generously on heavy pages. */
const BYTES_PER_PAGE = 350 * MEGABYTE
/** What is left to the rest of the machine. */
const SHARE_OF_MEMORY = 0.6
/**
 * Pages mostly wait for the network, but more than four at once on a core only slow each other down. One account gets
 * half of these, which is four.
 */
const PAGES_PER_CORE = 8

/** How many pages may be open at once on this machine or in this container. */
export function pageCapacity(): number {
  const byMemory = Math.floor((memoryLimit() * SHARE_OF_MEMORY) / BYTES_PER_PAGE)
  return Math.max(1, Math.min(byMemory, availableParallelism() * PAGES_PER_CORE))
}

/** The container's memory limit (cgroup v2, then v1), else the machine's memory, in bytes. */
function memoryLimit(): number {
  const files = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes']
  const limits = files.map(readNumber).filter((limit) => limit !== undefined)
  return Math.min(totalmem(), ...limits)
}

function readNumber(path: string): number | undefined {
  try {
    const value = Number(readFileSync(path, 'utf8').trim())
    return Number.isFinite(value) && value > 0 ? value : undefined
  } catch {
    return undefined
  }
}

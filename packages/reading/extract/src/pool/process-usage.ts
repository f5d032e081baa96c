import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { childrenOf, readUsage } from '@gleaner/runtime/process-table'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { Usage } from './budget.ts'

/** What a process and its descendants use, by its id, which is also that of its group; undefined when it is gone. */
export async function usageOfGroup(pid: number): Promise<Usage | undefined> {
  return process.platform === 'linux' ? readTree(pid) : await askPs(pid)
}

/** Kernels that do not list children show the process alone. */
function readTree(pid: number): Usage | undefined {
  const own = readUsage(pid)
  if (!own) return undefined
  const used = { cpuMs: own.cpuMs, memoryBytes: own.residentBytes }
  return [used, ...childrenOf(pid).map(readTree)].reduce(add, undefined)
}

function add(sum: Usage | undefined, one: Usage | undefined): Usage | undefined {
  if (!sum || !one) return sum ?? one
  return { cpuMs: sum.cpuMs + one.cpuMs, memoryBytes: sum.memoryBytes + one.memoryBytes }
}

/** POSIX's own way, for machines without `/proc`: one process more for each sample. */
async function askPs(group: number): Promise<Usage | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pgid=,rss=,time='])
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/))
  return rows
    .filter(([id]) => Number(id) === group)
    .map(([, kilobytes, time]) => ({
      cpuMs: toMs(time!),
      memoryBytes: (Number(kilobytes) * MEGABYTE) / 1024,
    }))
    .reduce(add, undefined)
}

/** `[[days-]hours:]minutes:seconds[.hundredths]` */
function toMs(time: string): number {
  const [clock, days = '0'] = time.split('-').reverse() as [string, string?]
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return (Number(days) * 86_400 + seconds) * 1000
}

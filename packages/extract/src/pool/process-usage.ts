import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { MEGABYTE, type Usage } from './budget.ts'

/** USER_HZ and the page size of Linux on x86-64 and on arm64 as distributions build it. */
const TICK_MS = 10
const PAGE_BYTES = 4096

/** What a process and its descendants use, by its id, which is also that of its group; undefined when it is gone. */
export async function usageOfGroup(pid: number): Promise<Usage | undefined> {
  return process.platform === 'linux' ? await readTree(pid) : await askPs(pid)
}

async function readTree(pid: number): Promise<Usage | undefined> {
  try {
    const [stat, statm, children] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/statm`, 'utf8'),
      // Kernels without CONFIG_PROC_CHILDREN do not tell; then the process itself is what is watched.
      readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
    ])
    const below = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(readTree))
    return [toUsage(stat, statm), ...below].reduce(add, undefined)
  } catch {
    return undefined
  }
}

/** proc(5): utime, stime, cutime and cstime are the fields 14 to 17; the name before them may hold spaces. */
function toUsage(stat: string, statm: string): Usage {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { cpuMs: ticks * TICK_MS, memoryBytes: Number(statm.split(' ')[1]) * PAGE_BYTES }
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

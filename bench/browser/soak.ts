import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createBrowserFetcher, createBrowserPool } from '@gleaner/browser-tiers'
import { createEgress } from '@gleaner/egress'
import { listProcesses } from '@gleaner/runtime/process-table'
import pLimit from 'p-limit'
import { startSite } from './site.ts'

/**
 * Thousands of pages with random kills of browser processes and random time-outs; afterwards no process and no file
 * may be left.
 *
 *   node bench/browser/soak.ts [--pages 2000] [--concurrency 4] [--kill 0.02] [--timeout 0.05]
 */
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '2000' },
    concurrency: { type: 'string', default: '4' },
    kill: { type: 'string', default: '0.02' },
    timeout: { type: 'string', default: '0.05' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
})
const tempRoot = await mkdtemp(join(tmpdir(), 'gleaner-soak-'))
const site = await startSite()
const egress = createEgress({ allow: site.allow })
const pool = createBrowserPool({ egress, executablePath: values.chromium, tempRoot })
const fetcher = createBrowserFetcher({ pool, profile: 'full' })
const outcomes = new Map<string, number>()
const total = Number(values.pages)
let kills = 0
let peak = 0

const startedAt = performance.now()
const limited = pLimit(Number(values.concurrency))
await Promise.all(Array.from({ length: total }, (_, index) => limited(() => fetchOne(index))))
const seconds = (performance.now() - startedAt) / 1000
await pool.close()
await egress.close()
await site.close()
await new Promise((resolve) => setTimeout(resolve, 2_000))
const left = ours().map(({ pid, command }) => `${pid} ${command.slice(0, 80)}`)
const files = await readdir(tempRoot)
await rm(tempRoot, { recursive: true, force: true })
console.log(
  JSON.stringify({
    pages: total,
    seconds: Math.round(seconds),
    kills,
    outcomes: Object.fromEntries(outcomes),
    peakProcesses: peak,
    processesLeft: left,
    filesLeft: files,
  }),
)
process.exitCode = left.length + files.length > 0 ? 1 : 0

async function fetchOne(index: number): Promise<void> {
  const isShort = Math.random() < Number(values.timeout)
  const url = site.urlOf(index, `${index % 3 === 0 ? '/app' : '/article'}?${index}`)
  const outcome = await fetcher.fetch(
    { url, method: 'GET', maxBytes: 10_000_000 },
    AbortSignal.timeout(isShort ? Math.round(Math.random() * 500) : 30_000),
  )
  const name = outcome.kind === 'failed' ? `${outcome.reason}: ${outcome.detail}` : outcome.kind
  outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
  const running = ours()
  peak = Math.max(peak, running.length)
  if (Math.random() < Number(values.kill) && running.length > 0) {
    kills += 1
    kill(running[Math.floor(Math.random() * running.length)]!.pid)
  }
}

function ours() {
  return listProcesses().filter(({ command }) => command.includes(`${tempRoot}/`))
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself meanwhile.
  }
}

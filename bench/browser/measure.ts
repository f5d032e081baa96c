import { parseArgs } from 'node:util'
import { createBrowserFetcher, createBrowserPool } from '@gleaner/browser-tiers'
import { createEgress } from '@gleaner/egress'
import { descendants } from '@gleaner/runtime/process-table'
import pLimit from 'p-limit'
import { startSite } from './site.ts'

/**
 * What a rendered page costs: CPU of node and of every Chromium process together (from /proc), time, throughput.
 *
 *   node bench/browser/measure.ts [--profile full|light] [--path /article|/app] [--pages 60] [--concurrency 1,2,4]
 */
const { values } = parseArgs({
  options: {
    profile: { type: 'string', default: 'full' },
    path: { type: 'string', default: '/article' },
    pages: { type: 'string', default: '60' },
    concurrency: { type: 'string', default: '1,2,4' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
    shot: { type: 'boolean', default: false },
  },
})

const site = await startSite()
const egress = createEgress({ allow: site.allow })
const pool = createBrowserPool({ egress, executablePath: values.chromium, recycleAfterPages: 10_000 })
const fetcher = createBrowserFetcher({ pool, profile: values.profile as 'full' | 'light' })

for (const concurrency of values.concurrency.split(',').map(Number)) {
  await fetchPages(5 * concurrency, concurrency)
  const before = cpuByType()
  const startedAt = performance.now()
  const times = await fetchPages(Number(values.pages), concurrency)
  const seconds = (performance.now() - startedAt) / 1000
  const after = cpuByType()
  report(concurrency, times, seconds, before, after)
}
await pool.close()
await egress.close()
await site.close()

async function fetchPages(count: number, concurrency: number): Promise<number[]> {
  const limited = pLimit(concurrency)
  const times = await Promise.all(
    Array.from({ length: count }, (_, index) => limited(() => timeOfPage(index))),
  )
  return times.sort((a, b) => a - b)
}

async function timeOfPage(index: number): Promise<number> {
  const startedAt = performance.now()
  const url = site.urlOf(index, `${values.path}?${index}`)
  const browser = { removeCookieBanners: true, screenshot: values.shot }
  const request = { url, method: 'GET', maxBytes: 10_000_000, browser } as const
  const outcome = await fetcher.fetch(request, AbortSignal.timeout(30_000))
  if (outcome.kind !== 'page' || outcome.page.body.length < 3_000)
    throw new Error(`not the page: ${JSON.stringify(outcome).slice(0, 300)}`)
  return performance.now() - startedAt
}

function report(
  concurrency: number,
  times: number[],
  seconds: number,
  before: Map<string, number>,
  after: Map<string, number>,
) {
  const parts = [...after].map(([type, ms]) => [type, (ms - (before.get(type) ?? 0)) / times.length] as const)
  const total = parts.reduce((sum, [, ms]) => sum + ms, 0)
  const detail = parts.filter(([, ms]) => ms >= 0.5).map(([type, ms]) => `${type} ${ms.toFixed(0)}`)
  console.log(
    `${values.profile} ${values.path} x${concurrency}: ${total.toFixed(0)} CPU-ms/page (${detail.join(', ')}), ` +
      `median ${times[Math.floor(times.length / 2)]!.toFixed(0)} ms, p90 ${times[Math.floor(times.length * 0.9)]!.toFixed(0)} ms, ` +
      `${((times.length / seconds) * 60).toFixed(0)} pages/min`,
  )
}

/** Chromium's processes by type; reaped renderers are in the account of the zygote that started them. */
function cpuByType(): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { pid, cpuMs, command } of descendants(process.pid)) {
    const type = pid === process.pid ? 'node' : (/--type=([\w-]+)/.exec(command)?.[1] ?? 'browser')
    sums.set(type, (sums.get(type) ?? 0) + cpuMs)
  }
  return sums
}

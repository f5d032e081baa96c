/**
 * What reading a site's sitemaps costs: `node bench/sitemaps/run.ts [files=1] [entries=50000]`. Prints the second of two readings
 * (the first makes the files): seconds, CPU, the memory that came on top at its peak, and the longest time the event loop was held.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createEgress } from '@gleaner/egress'
import { createSiteReader } from '@gleaner/site-files/sitemaps'

const [files = 1, entries = 50_000] = process.argv.slice(2).map(Number)
const site = fork(new URL('./site-main.ts', import.meta.url), [String(files), String(entries)])
const [url] = (await once(site, 'message')) as [string]
const egress = createEgress({ allow: new URL(url).host })
const reader = createSiteReader({ egress })

try {
  await readAll()
  console.log(await measured(readAll))
} finally {
  await reader.close()
  await egress.close()
  site.disconnect()
}

async function readAll(): Promise<number> {
  let count = 0
  const { batches } = reader.readSitemaps(url, { signal: AbortSignal.timeout(300_000) })
  for await (const batch of batches) count += batch.length
  return count
}

async function measured(work: () => Promise<number>) {
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 5)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const cpu = process.cpuUsage()
  const start = performance.now()
  const addresses = await work()
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  delay.disable()
  clearInterval(watch)
  return {
    addresses,
    seconds: Number(seconds.toFixed(2)),
    cpuSeconds: Number(((user + system) / 1e6).toFixed(2)),
    memoryOnTopMb: Math.round((peak - before) / 1e6),
    peakMb: Math.round(peak / 1e6),
    loopHeldMs: Math.round(delay.max / 1e6),
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { type CrawleeVariant, startCrawlee } from '../lib/crawlee.ts'
import { startCrw } from '../lib/crw.ts'
import { watchPeak } from '../lib/peak-memory.ts'
import { cpuMs, memory } from '../lib/process-usage.ts'
import type { Crawled } from './crawled.ts'
import type { Site } from './site.ts'

/** Crawlee's CheerioCrawler with `enqueueLinks`. What it has warmed up with is not counted. */
export async function measureCrawlee(
  variant: CrawleeVariant,
  site: Site,
  maxPages: number,
): Promise<Crawled> {
  using crawlee = startCrawlee(variant)
  const crawl = (most: number) => crawlee.run({ urls: [site.url], maxPages: most })
  await crawl(Math.min(1_000, Math.ceil(maxPages / 5)))
  site.forget()
  const { result, peak } = await watchPeak(crawl(maxPages), () => memory({ Crawlee: crawlee.pid }))
  return { pages: result.pages, seconds: result.seconds, cpuMs: { Crawlee: result.cpuMs }, peak }
}

const ASK_EVERY_MS = 100
const DEADLINE_MS = 600_000
/** It asks for no more than so many links from the start. */
const MAX_DEPTH = 20

/** fastCRW's crawl with Markdown, in a process of its own, with as many pages at once as it sees fit. */
export async function measureCrw(site: Site, maxPages: number): Promise<Crawled> {
  await using crw = await startCrw()
  const pids = { crw: crw.pid }
  const before = await cpuMs(pids)
  const startedAt = performance.now()
  const crawling = (async () => {
    const { id } = await crw.call('crw_crawl', {
      url: site.url,
      maxPages,
      maxDepth: MAX_DEPTH,
      renderJs: false,
    })
    for (let waited = 0; waited < DEADLINE_MS; waited += ASK_EVERY_MS) {
      const state = await crw.call('crw_check_crawl_status', { id, maxLength: 1 })
      if (state.status === 'completed') return Number(state.completed ?? 0)
      if (state.status === 'failed') throw new Error(JSON.stringify(state).slice(0, 300))
      await sleep(ASK_EVERY_MS)
    }
    throw new Error('the crawl of crw does not end')
  })()
  const { result: pages, peak } = await watchPeak(crawling, () => memory(pids))
  const seconds = (performance.now() - startedAt) / 1_000
  const after = await cpuMs(pids)
  return { pages, seconds, cpuMs: { crw: after.crw! - before.crw! }, peak }
}

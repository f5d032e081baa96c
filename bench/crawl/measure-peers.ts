import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCrw } from '../lib/crw.ts'
import { cpuMs, memory } from '../lib/process-usage.ts'
import { type Crawled, watchMemory } from './crawled.ts'
import type { CrawleeResult } from './crawlee-main.ts'
import type { CrawleeVariant } from './crawlee-variants.ts'
import type { Site } from './site.ts'

/** Crawlee's CheerioCrawler with `enqueueLinks`, in a process of its own. What it has warmed up with is not counted. */
export async function measureCrawlee(
  variant: CrawleeVariant,
  site: Site,
  maxPages: number,
): Promise<Crawled> {
  const args = ['--url', site.url, '--pages', String(maxPages), '--variant', variant]
  const child = fork(new URL('./crawlee-main.ts', import.meta.url), args)
  await once(child, 'message')
  site.forget()
  const answer = once(child, 'message')
  child.send('go')
  const { result, memory: samples } = await watchMemory(answer, () => memory({ Crawlee: child.pid! }))
  const [{ pages, seconds, cpuMs: used }] = result as [CrawleeResult]
  return { pages, seconds, cpuMs: { Crawlee: used }, memory: samples }
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
  const { result: pages, memory: samples } = await watchMemory(crawling, () => memory(pids))
  const seconds = (performance.now() - startedAt) / 1_000
  const after = await cpuMs(pids)
  return { pages, seconds, cpuMs: { crw: after.crw! - before.crw! }, memory: samples }
}

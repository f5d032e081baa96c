import { setTimeout as sleep } from 'node:timers/promises'
import type { Crawl } from '@gleaner/contracts'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { MINUTE_MS } from '@gleaner/runtime/units'
import { callApi } from '../lib/api.ts'
import { watchPeak } from '../lib/peak-memory.ts'
import { cpuDuring, memory } from '../lib/process-usage.ts'
import type { Crawled } from './crawled.ts'

const ASK_EVERY_MS = 250
/** A crawl through the whole fleet, from its request to its end, with Markdown of every page. Throws unless it is completed. */
export async function measureGleaner(
  fleet: DevInfo,
  key: string,
  url: string,
  maxPages: number,
): Promise<Crawled> {
  const { supervisor: _, ...pids } = fleet.pids
  const { result: watched, spentMs } = await cpuDuring(pids, () =>
    watchPeak(crawl(fleet, key, { url, max_pages: maxPages }), () => memory(pids)),
  )
  const { pages_scraped: pages, created_at, completed_at } = watched.result
  const seconds = (Date.parse(completed_at!) - Date.parse(created_at)) / 1_000
  return { pages, seconds, cpuMs: spentMs, peak: watched.peak }
}

async function crawl(
  fleet: DevInfo,
  key: string,
  bounds: { url: string; max_pages: number },
): Promise<Crawl> {
  const body = { ...bounds, max_depth: 20, max_concurrency: 50, formats: ['markdown'] }
  const accepted = await callApi(fleet, 'POST', '/crawl', { body, key })
  if (accepted.status !== 202) throw new Error(`status ${accepted.status}: ${accepted.text.slice(0, 300)}`)
  const { crawl_id } = JSON.parse(accepted.text)
  // A thousand pages a minute is far less than any machine does.
  const deadline = Date.now() + 5 * MINUTE_MS + (bounds.max_pages / 1_000) * MINUTE_MS
  while (Date.now() < deadline) {
    const { text } = await callApi(fleet, 'GET', `/crawl/${crawl_id}`, { key })
    const state: Crawl = JSON.parse(text)
    if (state.completed_at !== null && state.status !== 'completed') throw new Error(text)
    if (state.completed_at !== null) return state
    await sleep(ASK_EVERY_MS)
  }
  throw new Error('the crawl does not end')
}

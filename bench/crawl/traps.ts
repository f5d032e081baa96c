/**
 * Crawls of sites that are traps, against a stack of its own: `node bench/crawl/traps.ts [part of a name ...]`. A line a site: how the
 * crawl ended, pages scraped of those that were allowed, honest pages found, requests that the trap got, and what the status says.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { HOSTILE_FILES, startHostileFilesSite } from '@gleaner/target-site/sites/hostile-files'
import { startLinkedSite } from '@gleaner/target-site/sites/linked-site'
import type { OwnSite } from '@gleaner/target-site/sites/own-site'
import { HONEST_PATHS, isTrapped, startTrapSite, TRAPS } from '@gleaner/target-site/sites/traps'
import { callApi } from '../lib/api.ts'
import { withStack } from '../lib/stack.ts'

const MAX_PAGES = 1_000
const PATIENCE_MS = 240_000
/** Crawls of one account at once are five. */
const AT_ONCE = 3

interface Case {
  name: string
  site: OwnSite
  honest: readonly string[]
}

interface CrawlStatus {
  status: string
  end_reason: string | null
  completed: number
  failed: number
  skipped: Record<string, number>
  traps: { pattern: string; reason: string; pages: number; skipped: number }[]
}

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part))
const cases: Case[] = []
for (const [name, trap] of Object.entries(TRAPS))
  if (isWanted(name)) cases.push({ name, site: await startTrapSite(trap), honest: HONEST_PATHS })
for (const [name, file] of Object.entries(HOSTILE_FILES))
  if (isWanted(name)) cases.push({ name, site: await startHostileFilesSite(file), honest: HONEST_PATHS })
if (isWanted('a plain site')) {
  const site = await startLinkedSite(300)
  cases.push({ name: 'a plain site of 300 pages', site, honest: site.paths })
}

const EGRESS_ALLOW = cases.map(({ site }) => `127.0.0.1:${site.port}`).join()
await withStack({ env: { EGRESS_ALLOW } }, async (stack) => {
  const info = await stack.info()
  const waiting = [...cases]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) console.log(await crawl(next, info))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
})
await Promise.all(cases.map(({ site }) => site.close()))

async function crawl({ name, site, honest }: Case, info: DevInfo): Promise<string> {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const { status, text } = await callApi(info, method, path, body && { body })
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return JSON.parse(text)
  }
  const start = performance.now()
  const request = {
    url: site.url,
    max_pages: MAX_PAGES,
    max_depth: 20,
    formats: ['text'],
    cost_controls: { max_tier: '2' },
  }
  const { crawl_id } = (await call('POST', '/crawl', request)) as { crawl_id: string }
  let state = (await call('GET', `/crawl/${crawl_id}`)) as CrawlStatus
  while (['discovering', 'running'].includes(state.status) && performance.now() - start < PATIENCE_MS) {
    await sleep(500)
    state = (await call('GET', `/crawl/${crawl_id}`)) as CrawlStatus
  }
  if (['discovering', 'running'].includes(state.status)) await call('DELETE', `/crawl/${crawl_id}`)
  const found = honest.filter((path) => site.hits.has(path)).length
  const trapped = [...site.hits]
    .filter(([path]) => isTrapped(path))
    .reduce((sum, [, count]) => sum + count, 0)
  const { status, end_reason, completed, failed, skipped, traps } = state
  const why = traps
    .map(({ pattern, reason, pages }) => `${reason} ${pattern.slice(0, 60)} (${pages})`)
    .join('; ')
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  return `${name}: ${status}/${end_reason} ${completed}+${failed} pages, honest ${found}/${honest.length}, trap ${trapped}, ${seconds} s | ${why} | ${JSON.stringify(skipped)}`
}

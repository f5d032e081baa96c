import { setTimeout as sleep } from 'node:timers/promises'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { request } from '../lib/api.ts'

const ASK_EVERY_MS = 500
const DEADLINE_MS = 300_000

/** Crawls until the crawl has ended, or `stop` aborts: then it is cancelled. */
export async function runCrawl(info: DevInfo, key: string, body: object, stop: AbortSignal): Promise<void> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const ask = (path: string, method: string, body?: string) =>
    request(`${info.base_url}${path}`, { method, headers, ...(body !== undefined && { body }) })
  const accepted = await ask('/crawl', 'POST', JSON.stringify(body))
  if (accepted.status !== 202) throw new Error(`status ${accepted.status}: ${accepted.text.slice(0, 200)}`)
  const path = `/crawl/${JSON.parse(accepted.text).crawl_id}`
  const deadline = Date.now() + DEADLINE_MS
  while (!stop.aborted && Date.now() < deadline) {
    const { completed_at, pages_scraped } = JSON.parse((await ask(path, 'GET')).text)
    if (completed_at !== null) return console.error(`the crawl has scraped ${pages_scraped} pages`)
    await sleep(ASK_EVERY_MS, undefined, { signal: stop }).catch(() => {})
  }
  const { pages_scraped } = JSON.parse((await ask(path, 'GET')).text)
  console.error(`the crawl had scraped ${pages_scraped} pages`)
  await ask(path, 'DELETE')
}

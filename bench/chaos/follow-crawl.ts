import { setTimeout as sleep } from 'node:timers/promises'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { type Answer, getApi, request } from '../lib/api.ts'

export interface CrawlSize {
  pages: number
  concurrency: number
}

/** Asks until there is an answer, with one Idempotency-Key: there is one crawl in the end. */
export async function startCrawl(
  info: () => Promise<DevInfo>,
  url: string,
  { pages, concurrency }: CrawlSize,
  deadline: number,
): Promise<string> {
  const key = `crawl-${Date.now()}`
  const answer = await untilAnswered(async () => {
    const { base_url, api_key } = await info()
    return await request(`${base_url}/crawl`, {
      method: 'POST',
      headers: { 'x-api-key': api_key, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({
        url,
        max_pages: 2 * pages,
        max_depth: 20,
        max_concurrency: concurrency,
        formats: ['markdown'],
      }),
    })
  }, deadline)
  return JSON.parse(answer.text).crawl_id
}

export interface CrawlReply {
  status: string
  end_reason: string | null
}

export async function untilEnded(
  info: () => Promise<DevInfo>,
  id: string,
  deadline: number,
): Promise<CrawlReply> {
  for (;;) {
    const answer = await untilAnswered(async () => await getApi(await info(), `/crawl/${id}`), deadline)
    const crawl: CrawlReply = JSON.parse(answer.text)
    if (!['discovering', 'running'].includes(crawl.status) || Date.now() > deadline) return crawl
    await sleep(300)
  }
}

export async function untilAnswered(ask: () => Promise<Answer>, deadline: number): Promise<Answer> {
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 429) {
      if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text.slice(0, 400)}`)
      return answer
    }
    if (Date.now() > deadline) throw new Error('no answer in time')
    await sleep(300)
  }
}

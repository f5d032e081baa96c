import { setTimeout as sleep } from 'node:timers/promises'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { callApi, getApi } from '../lib/api.ts'
import { untilAnswered } from './until-answered.ts'

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
  const body = {
    url,
    max_pages: 2 * pages,
    max_depth: 20,
    max_concurrency: concurrency,
    formats: ['markdown'],
  }
  const headers = { 'idempotency-key': key }
  const answer = await untilAnswered(
    async () => await callApi(await info(), 'POST', '/crawl', { body, headers }),
    deadline,
  )
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

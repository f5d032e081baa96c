import type { Crawl, CrawlAccepted, CrawlList } from '@gleaner/contracts'
import type { DoorHandler } from '../call.ts'
import { badRequest, DoorError } from '../door-error.ts'
import { CRAWL_FIELDS, settleCrawl } from '../fields/crawl-fields.ts'
import type { Ours } from '../ours.ts'
import { createDraft } from '../translate/draft.ts'
import { makeRequest } from '../translate/make-request.ts'
import { translate } from '../translate/translate.ts'
import { getBatch, readErrors } from './batch.ts'
import { idempotencyOf } from './idempotency.ts'
import { uuidOf } from './ids.ts'
import { warningOf } from './scrape.ts'
import { expiryOf, nextOf, readDocuments, TOLD_STATUS } from './status.ts'

/** POST /crawl. */
export const postCrawl: DoorHandler = async (call) => {
  const draft = createDraft(call.dialect, await call.body())
  if (draft.given.url === undefined) throw badRequest('url is required', ['url'], 'invalid_type')
  translate(CRAWL_FIELDS, draft.given as Record<string, unknown>, draft)
  settleCrawl(draft)
  const { body } = await call.ours.ask<CrawlAccepted>(
    'POST',
    '/crawl',
    await makeRequest(draft, call.ours),
    idempotencyOf(call),
  )
  draft.warnings.push(...(body.warnings ?? []))
  return { success: true, id: body.crawl_id, url: `${call.base}/crawl/${body.crawl_id}`, ...warningOf(draft) }
}

/** GET /crawl/{id}. Clients of the older dialect ask for batches here too. */
export const getCrawl: DoorHandler = async (call) => {
  const id = uuidOf(call.request.params.jobId)
  const crawl = await findCrawl(call.ours, id)
  if (!crawl) return await getBatch(call)
  const page = await readDocuments(call, `/crawl/${id}`, crawl.total)
  return {
    success: true,
    status: TOLD_STATUS[crawl.status],
    completed: crawl.completed,
    total: crawl.total,
    creditsUsed: crawl.credits_used,
    expiresAt: expiryOf(crawl.created_at),
    ...nextOf(`${call.base}/crawl/${id}`, page),
    ...(crawl.error !== undefined && { error: crawl.error }),
    data: page.data,
  }
}

/** Undefined where it is none of the account's crawls. */
async function findCrawl(ours: Ours, id: string): Promise<Crawl | undefined> {
  try {
    return (await ours.ask<Crawl>('GET', `/crawl/${id}?include_results=false`)).body
  } catch (error) {
    if (error instanceof DoorError && error.status === 404) return undefined
    throw error
  }
}

/** GET /crawl/{id}/errors. */
export const getCrawlErrors: DoorHandler = async ({ ours, request }) => {
  const id = uuidOf(request.params.jobId)
  const { body: crawl } = await ours.ask<Crawl>('GET', `/crawl/${id}?include_results=false`)
  return {
    errors: await readErrors(ours, `crawl_id=${id}`),
    robotsBlocked: crawl.end_reason === 'robots' ? [crawl.url] : [],
  }
}

/** DELETE /crawl/{id}. */
export const deleteCrawl: DoorHandler = async ({ ours, request }) => {
  await ours.ask('DELETE', `/crawl/${uuidOf(request.params.jobId)}`)
  return { success: true, status: 'cancelled' }
}

/** GET /crawl/active and /crawl/ongoing: among the 50 latest. */
export const getActiveCrawls: DoorHandler = async ({ ours, teamId }) => {
  const { body } = await ours.ask<CrawlList>('GET', '/crawls?limit=50')
  const active = body.crawls.filter(({ status }) => TOLD_STATUS[status] === 'scraping')
  return {
    success: true,
    crawls: active.map(({ crawl_id, url, created_at, max_pages }) => ({
      id: crawl_id,
      teamId,
      url,
      created_at,
      options: { limit: max_pages },
    })),
  }
}

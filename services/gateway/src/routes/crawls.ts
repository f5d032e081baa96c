import { toCredits } from '@gleaner/billing'
import { API_ROOT, type CrawlAccepted, labelsOf, presentLabels } from '@gleaner/contracts'
import {
  acceptCrawl,
  cancelCrawl as cancel,
  listCrawls as list,
  type NewCrawl,
  pauseCrawl as pause,
  resumeCrawl as resume,
} from '@gleaner/crawl'
import { retryWhileUnavailable } from '@gleaner/db'
import { checkCrawl, checkWaitingWebhooks, checkWebhookUrl, makeCrawl } from '@gleaner/intake'
import { CONFIRM_MS, estimateScrape, WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { confirmed } from '../confirmed.ts'
import { countPages } from '../crawls/count-pages.ts'
import { findCrawl, showCrawl } from '../crawls/find-crawl.ts'
import { pageStatesOf, pagesOf } from '../crawls/pages-of.ts'
import { presentEstimate } from '../crawls/present-estimate.ts'
import type { Handler } from '../handler.ts'
import { acceptsLines, JSON_LINES } from '../json-lines.ts'
import { isNotModified } from '../not-modified.ts'
import { presentMany } from '../present-many.ts'
import { createOnce } from '../reply-once.ts'

/** POST /crawl. A driver takes it on, and finds its pages. */
export const createCrawl: Handler<'createCrawl'> = async (ctx, call) => {
  const { body, caller, response } = call
  const { webhook_url, webhook_headers: webhookHeaders, ...plan } = body
  const webhookUrl = webhook_url && checkWebhookUrl(ctx, webhook_url)
  await checkWaitingWebhooks(ctx, caller, webhookUrl)
  await checkCrawl(ctx, caller, plan)
  const crawl = { ...(await makeCrawl(ctx, caller, plan, webhookUrl)), webhookHeaders }
  // A test key's crawl is not that of the same request with a live one.
  const asked = { ...call, body: crawl.test ? { test: body } : body }
  const accepted = await confirmed(
    { name: 'crawl', id: crawl.id, statusUrl: `${API_ROOT}/crawl/${crawl.id}` },
    () =>
      createOnce(ctx, asked, 202, async ({ sql }) => {
        await acceptCrawl(sql, ctx.jobs.secretBox, crawl)
        return presentAccepted(crawl)
      }),
  )
  ctx.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.newCrawls, '')
  response.status(202).location(`${API_ROOT}/crawl/${accepted.crawl_id}`).json(accepted)
}

function presentAccepted({
  id,
  plan,
  estimatedMicros,
  webhookUrl,
}: NewCrawl): Omit<CrawlAccepted, 'poll_url'> {
  const { warnings } = plan.scrape
  return {
    crawl_id: id,
    status: 'discovering',
    ...presentLabels(labelsOf(plan.scrape)),
    estimated_pages: plan.max_pages,
    total_enqueued: 0,
    estimated_credits: toCredits(estimatedMicros),
    message: `The crawl has begun: GET ${API_ROOT}/crawl/${id} shows how far it is, GET ${API_ROOT}/crawl/${id}/stream follows it.`,
    webhook_url: webhookUrl ?? null,
    ...(warnings && { warnings }),
  }
}

/** POST /crawl/estimate: scrapes nothing, charges nothing. */
export const postCrawlEstimate: Handler<'postCrawlEstimate'> = async (ctx, call) => {
  const { webhook_url: _, webhook_headers: __, ...plan } = call.body
  await checkCrawl(ctx, call.caller, plan)
  const page = await estimateScrape(ctx.jobs.pool, plan.scrape)
  call.response.json(presentEstimate(plan, page, await countPages(ctx, call.caller, plan, call.signal)))
}

/** GET /crawl/{crawl_id}. */
export const getCrawl: Handler<'getCrawl'> = async (ctx, call) => {
  const { caller, params, query, request, response, signal } = call
  const row = await findCrawl(ctx, caller.accountId, params.crawl_id)
  const asLines = query.format ? query.format === 'jsonl' : acceptsLines(request)
  const { offset } = query
  const form = asLines ? 'jsonl' : 'json'
  if (row.finishedAt && isNotModified(request, response, { id: row.id, endedAt: row.finishedAt, form }))
    return
  if (!(query.include_results ?? row.finishedAt !== null)) {
    response.json(showCrawl(row))
    return
  }
  const { page_results: isWhole } = query
  const limit = query.limit ?? (asLines || !isWhole ? row.total : PAGES_SHOWN)
  const pages = isWhole ? pagesOf : pageStatesOf
  const head = asLines ? undefined : { ...showCrawl(row), limit, offset }
  const parts = presentMany(pages(ctx.jobs.pool, row.id), { offset, limit }, head)
  await ctx.pages.sendMany(
    response,
    caller.accountId,
    asLines ? JSON_LINES : 'application/json',
    parts,
    signal,
  )
}

/** As many as most crawls have; who wants more pages names an offset. */
const PAGES_SHOWN = 100

/** DELETE /crawl/{crawl_id}: the crawl as it is then. */
export const cancelCrawl: Handler<'cancelCrawl'> = async (ctx, { caller, params, response }) => {
  const { id } = await findCrawl(ctx, caller.accountId, params.crawl_id)
  await retryWhileUnavailable(() => cancel(ctx.jobs, caller.accountId, id), CONFIRM_MS)
  response.json(showCrawl(await findCrawl(ctx, caller.accountId, params.crawl_id)))
}

/** POST /crawl/{crawl_id}/pause. */
export const pauseCrawl: Handler<'pauseCrawl'> = async (ctx, { caller, params, response }) => {
  const { id } = await findCrawl(ctx, caller.accountId, params.crawl_id)
  await retryWhileUnavailable(() => pause(ctx.jobs, caller.accountId, id), CONFIRM_MS)
  response.json(showCrawl(await findCrawl(ctx, caller.accountId, params.crawl_id)))
}

/** POST /crawl/{crawl_id}/resume. */
export const resumeCrawl: Handler<'resumeCrawl'> = async (ctx, { caller, params, response }) => {
  const { id } = await findCrawl(ctx, caller.accountId, params.crawl_id)
  await retryWhileUnavailable(() => resume(ctx.jobs, caller.accountId, id), CONFIRM_MS)
  response.json(showCrawl(await findCrawl(ctx, caller.accountId, params.crawl_id)))
}

/** GET /crawls. */
export const listCrawls: Handler<'listCrawls'> = async (ctx, { caller, query, response }) => {
  response.json(await list(ctx.jobs.pool, caller.accountId, query))
}

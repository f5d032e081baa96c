import type { Caller } from '@gleaner/accounts'
import { holdCall, releaseCall } from '@gleaner/billing'
import {
  API_ROOT,
  ApiError,
  LIMITS,
  MESSAGES,
  type ScrapeRequest,
  type SearchRequest,
  toSearchId,
  uuidOfSearch,
  uuidv7,
} from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { checkScrape, checkWaitingWebhooks } from '@gleaner/intake'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import {
  acceptSearch,
  createSampleEngine,
  type EngineAnswer,
  EngineFailed,
  type NewSearch,
  presentSearch,
  readSearch,
  type SearchRow,
  waitForScrapes,
} from '@gleaner/search'
import type { Response } from 'express'
import { type Accepted, confirmed } from '../confirmed.ts'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { createdBefore, createOnce } from '../reply-once.ts'
import { checkScrapeFunds } from '../search/check-scrape-funds.ts'
import { makeScrapes } from '../search/make-scrapes.ts'
import { scrapeOf, withoutEffect } from '../search/scrape-of.ts'

/** POST /search: found by the engine, charged and stored; then what is found is scraped, and a few scrapes are waited for. */
export const createSearch: Handler<'createSearch'> = async (ctx, call) => {
  const { caller, response, signal } = call
  // A test key's search is not that of the same request with a live one.
  const asked = { ...call, body: caller.test ? { test: call.body } : call.body }
  const { id } =
    (await createdBefore<{ id: string }>(ctx, asked)) ??
    (await withPriceHeld(ctx, call, async (searchId) => {
      const made = await search(ctx, call, searchId)
      const kept = await confirmed(nameOf(made), () =>
        createOnce(ctx, asked, 200, ({ sql }) => keep(ctx, sql, made)),
      )
      if (made.batch) ctx.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.admission, caller.accountId)
      return kept
    }))
  const found = await findSearch(ctx, caller.accountId, id)
  if (found.isScraping && (found.total ?? 0) <= LIMITS.searchScrapesAwaited)
    await waitForScrapes(ctx.jobs, { accountId: caller.accountId, id }, waitMs(call.body), signal)
  const row = found.isScraping ? await findSearch(ctx, caller.accountId, id) : found
  response.status(row.isScraping ? 202 : 200)
  await sendSearch(ctx, response, row)
}

/** GET /search/{search_id}. */
export const getSearch: Handler<'getSearch'> = async (ctx, { caller, params, response }) => {
  const row = await findSearch(ctx, caller.accountId, uuidOfSearch(params.search_id))
  await sendSearch(ctx, response, row)
}

async function sendSearch({ jobs }: Context, response: Response, row: SearchRow): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of presentSearch(jobs.pool, row)) pieces.push(Buffer.from(piece))
  response.type('application/json').send(Buffer.concat(pieces))
}

type SearchCall = Parameters<Handler<'createSearch'>>[1]

/** How long a search may take until it is stored, in ms: what a killed process held for one is given back after it. */
const HOLD_MS = 3 * 60_000

/** Refuses what would come to nothing, before anybody is asked, and carries a search out while its price is set aside. */
async function withPriceHeld<T>(
  ctx: Context,
  { caller, body }: SearchCall,
  carryOut: (id: string) => Promise<T>,
): Promise<T> {
  const id = uuidv7()
  const { pool } = ctx.jobs
  const scrape = scrapeAsked(body)
  if (scrape) await checkScrape(ctx, caller, scrape)
  if (scrape && !caller.test) await checkScrapeFunds(pool, caller, scrape, body.num_results)
  if (scrape) await checkWaitingWebhooks(ctx, caller, undefined, body.num_results)
  if (caller.test) return await carryOut(id)
  const { accountId, apiKeyId } = caller
  try {
    await holdCall(pool, { id, accountId, apiKeyId, kind: 'search' }, HOLD_MS)
    return await carryOut(id)
  } finally {
    // One that was charged holds nothing any more. What cannot be given back now is so by the scheduler.
    await releaseCall(pool, id).catch(() => {})
  }
}

function scrapeAsked(request: SearchRequest): ScrapeRequest | undefined {
  return request.scrape_results ? scrapeOf(request) : undefined
}

async function search(ctx: Context, { caller, body, signal }: SearchCall, id: string): Promise<NewSearch> {
  const answer = await askEngine(ctx, caller, body, signal)
  return await newSearch(ctx, caller, id, body, answer)
}

function nameOf({ id }: NewSearch): Accepted {
  const searchId = toSearchId(id)
  return { name: 'search', id: searchId, statusUrl: `${API_ROOT}/search/${searchId}` }
}

async function keep(ctx: Context, sql: Queryable, made: NewSearch): Promise<{ id: string }> {
  await acceptSearch(sql, ctx.jobs.secretBox, made)
  return { id: made.id }
}

/** Nothing is stored or charged when the engine fails. */
async function askEngine(
  ctx: Context,
  caller: Caller,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<EngineAnswer> {
  const engine = caller.test ? createSampleEngine(ctx.searchEngine.name) : ctx.searchEngine
  const { query, page, num_results, domain, country, language, time_range, safe_search } = request
  const asked = {
    query,
    page,
    numResults: num_results,
    domain,
    country,
    language,
    timeRange: time_range,
    safeSearch: safe_search,
  }
  try {
    return await engine.search(asked, caller.accountId, signal)
  } catch (error) {
    if (!(error instanceof EngineFailed)) throw error
    ctx.logger.warn({ engine: engine.name, reason: error.message }, 'the search engine failed')
    throw Object.assign(
      new ApiError('SERVICE_UNAVAILABLE', `Nothing was searched, and nothing is charged: ${error.message}`, {
        engine: engine.name,
      }),
      { cause: error },
    )
  }
}

async function newSearch(
  ctx: Context,
  caller: Caller,
  id: string,
  request: SearchRequest,
  answer: EngineAnswer,
): Promise<NewSearch> {
  const { accountId, apiKeyId, test } = caller
  const scrape = scrapeAsked(request)
  const made = scrape && (await makeScrapes(ctx, caller, { id, scrape, results: answer.results }))
  const { query, page, num_results } = request
  return {
    id,
    accountId,
    apiKeyId,
    test,
    answer: {
      query,
      engine: ctx.searchEngine.name,
      page,
      resultsRequested: num_results,
      results: made?.results ?? answer.results,
      featuredSnippet: answer.featuredSnippet,
      pagesWaiting: answer.pagesWaiting,
      warnings: [...answer.warnings, ...withoutEffect(request)],
    },
    batch: made?.batch,
  }
}

/** The search that a request names. One of another account is as unknown as one that never was. */
async function findSearch(ctx: Context, accountId: string, id: string | undefined): Promise<SearchRow> {
  const reading = id === undefined ? undefined : await readSearch(ctx.jobs.pool, accountId, id)
  if (reading?.kind === 'found') return reading.row
  if (reading?.kind === 'expired') throw new ApiError('JOB_EXPIRED', MESSAGES.resultsGone('search'))
  throw new ApiError('NOT_FOUND', 'There is no such search in this account.')
}

/** As for a scrape. */
function waitMs({ timeout = LIMITS.timeoutSeconds.default }: SearchRequest): number {
  return Math.min(timeout * 1000 + LIMITS.syncWaitGraceMs, LIMITS.syncWaitMaxMs)
}

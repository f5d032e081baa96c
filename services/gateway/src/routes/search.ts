import { waitForItems } from '@gleaner/batches'
import {
  API_ROOT,
  ApiError,
  LIMITS,
  MESSAGES,
  type SearchRequest,
  toSearchId,
  uuidOfSearch,
  uuidv7,
} from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { checkSearch, holdSearch, makeSearch } from '@gleaner/intake'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { acceptSearch, type NewSearch, presentSearch, readSearch, type SearchRow } from '@gleaner/search'
import type { Response } from 'express'
import { type Accepted, confirmed } from '../confirmed.ts'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { createdBefore, createOnce } from '../reply-once.ts'

/** POST /search: found by the engine, charged and stored; then what is found is scraped, and a few scrapes are waited for. */
export const createSearch: Handler<'createSearch'> = async (ctx, call) => {
  const { caller, response, signal } = call
  // A test key's search is not that of the same request with a live one.
  const asked = { ...call, body: caller.test ? { test: call.body } : call.body }
  const { id } =
    (await createdBefore<{ id: string }>(ctx, asked)) ??
    (await carryOut(ctx, call, async (made) => {
      const kept = await confirmed(nameOf(made), () =>
        createOnce(ctx, asked, 200, ({ sql }) => keep(ctx, sql, made)),
      )
      if (made.batch) ctx.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.admission, caller.accountId)
      return kept
    }))
  const found = await findSearch(ctx, caller.accountId, id)
  if (found.isScraping && (found.total ?? 0) <= LIMITS.searchScrapesAwaited)
    await waitForItems(ctx.jobs, { accountId: caller.accountId, id }, waitMs(call.body), signal)
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
  const reply = Buffer.concat(pieces)
  // Little while it is scraping: the pages are not there yet.
  if (row.isScraping) response.json(JSON.parse(reply.toString()))
  else response.type('application/json').send(reply)
}

type SearchCall = Parameters<Handler<'createSearch'>>[1]

/** Refuses what would come to nothing, before anybody is asked, and carries a search out while its price is set aside. */
async function carryOut<T>(
  ctx: Context,
  { caller, body, signal }: SearchCall,
  accept: (made: NewSearch) => Promise<T>,
): Promise<T> {
  const id = uuidv7()
  await checkSearch(ctx, caller, body)
  await using _held = await holdSearch(ctx, caller, id)
  return await accept(await makeSearch(ctx, caller, id, body, signal))
}

function nameOf({ id }: NewSearch): Accepted {
  const searchId = toSearchId(id)
  return { name: 'search', id: searchId, statusUrl: `${API_ROOT}/search/${searchId}` }
}

async function keep(ctx: Context, sql: Queryable, made: NewSearch): Promise<{ id: string }> {
  await acceptSearch(sql, ctx.jobs.secretBox, made)
  return { id: made.id }
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

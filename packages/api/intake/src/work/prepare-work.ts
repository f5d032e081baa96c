import type { StandingCaller } from '@gleaner/accounts'
import { acceptBatch } from '@gleaner/batches'
import { CALL_PRICES, insufficientBalance, readFunds } from '@gleaner/billing'
import {
  type BatchRequest,
  type CrawlRequest,
  type MapRequest,
  type ScheduleKind,
  type SearchRequest,
  uuidv7,
} from '@gleaner/contracts'
import { acceptCrawl } from '@gleaner/crawl'
import type { Queryable } from '@gleaner/db'
import { makePlan, splitRequest, WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { beginMap, enqueueMap } from '@gleaner/maps/life'
import type { Work } from '@gleaner/schedules'
import { acceptSearch, type NewSearch } from '@gleaner/search'
import { checkItems } from '../batches/check-items.ts'
import { createItemFaults } from '../batches/item-faults.ts'
import { makeBatch } from '../batches/make-batch.ts'
import { readItems } from '../batches/read-items.ts'
import { checkWaitingWebhooks } from '../check-waiting-webhooks.ts'
import type { IntakeContext } from '../context.ts'
import { checkCrawl } from '../crawls/check-crawl.ts'
import { makeCrawl } from '../crawls/make-crawl.ts'
import { checkMap } from '../maps/check-map.ts'
import { checkSearch } from '../searches/check-search.ts'
import { holdSearch } from '../searches/hold-search.ts'
import { makeSearch } from '../searches/make-search.ts'
import { readWork } from './read-work.ts'

/** Work that has been checked, and is made when it is accepted. */
export interface PreparedWork {
  kind: ScheduleKind
  /** What its first steps cost at least, in micros: a balance below that begins nothing. */
  firstMicros: number
  /** Asks who is outside of the service, before it is made: what is set aside for it is given back when the result is disposed of. */
  ask?(signal: AbortSignal): Promise<AsyncDisposable>
  /** Makes the work, in the caller's transaction, and returns its id. Throws what refuses it: places, money, limits. */
  accept(sql: Queryable): Promise<string>
  /** Tells who carries it out, once that is committed. May be lost. */
  announce(): Promise<void>
}

/** Checks what somebody has done on their behalf, as if they had sent it now to POST /batch, /crawl, /map or /search. Throws what these answer. */
export async function prepareWork(
  ctx: IntakeContext,
  caller: StandingCaller,
  work: Work,
  webhookUrl: string | undefined,
): Promise<PreparedWork> {
  const { kind, request } = readWork(work)
  const items = kind === 'batch' ? request.urls.length : 1
  await checkWaitingWebhooks(ctx, caller, webhookUrl, items)
  switch (kind) {
    case 'batch':
      return await prepareBatch(ctx, caller, request, webhookUrl)
    case 'crawl':
      return await prepareCrawl(ctx, caller, request, webhookUrl)
    case 'map':
      return prepareMap(ctx, caller, request)
    case 'search':
      return await prepareSearch(ctx, caller, request)
  }
}

/** Throws INSUFFICIENT_BALANCE when the account could not begin the work now. */
export async function checkFirstPrice(
  sql: Queryable,
  { accountId, apiKeyId, test }: StandingCaller,
  { firstMicros }: PreparedWork,
): Promise<void> {
  if (test) return
  const { availableMicros } = await readFunds(sql, accountId, apiKeyId)
  if (availableMicros < firstMicros)
    throw insufficientBalance(firstMicros, availableMicros, 'the least that one run costs')
}

async function prepareBatch(
  ctx: IntakeContext,
  caller: StandingCaller,
  request: BatchRequest,
  webhookUrl: string | undefined,
): Promise<PreparedWork> {
  const faults = createItemFaults(request.on_invalid)
  const requests = await checkItems(ctx, caller, await readItems(request, faults), faults)
  const batch = await makeBatch(ctx, caller, requests, webhookUrl, request, faults)
  return {
    kind: 'batch',
    firstMicros: batch.jobs.reduce((sum, { plan }) => sum + plan.steps[0]!.priceMicros, 0),
    async accept(sql) {
      await acceptBatch(sql, ctx.jobs.secretBox, batch)
      return batch.id
    },
    announce: async () => ctx.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.admission, caller.accountId),
  }
}

async function prepareCrawl(
  ctx: IntakeContext,
  caller: StandingCaller,
  request: CrawlRequest,
  webhookUrl: string | undefined,
): Promise<PreparedWork> {
  const { webhook_url: _, webhook_headers: __, ...plan } = request
  await checkCrawl(ctx, caller, plan)
  const crawl = await makeCrawl(ctx, caller, plan, webhookUrl)
  return {
    kind: 'crawl',
    firstMicros: makePlan(splitRequest(plan.scrape).spec).steps[0]!.priceMicros,
    async accept(sql) {
      await acceptCrawl(sql, ctx.jobs.secretBox, crawl)
      return crawl.id
    },
    announce: async () => ctx.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.newCrawls, ''),
  }
}

function prepareMap(ctx: IntakeContext, caller: StandingCaller, request: MapRequest): PreparedWork {
  checkMap(ctx, request)
  const { accountId, apiKeyId, test } = caller
  let id = ''
  return {
    kind: 'map',
    firstMicros: CALL_PRICES.map,
    async accept(sql) {
      id = await beginMap(sql, { accountId, apiKeyId, test, request })
      return id
    },
    announce: () => enqueueMap(ctx.jobs.producer, id),
  }
}

/** Asked again, it is another search. */
async function prepareSearch(
  ctx: IntakeContext,
  caller: StandingCaller,
  request: SearchRequest,
): Promise<PreparedWork> {
  await checkSearch(ctx, caller, request)
  let made: NewSearch | undefined
  return {
    kind: 'search',
    firstMicros: CALL_PRICES.search,
    async ask(signal) {
      const id = uuidv7()
      const held = await holdSearch(ctx, caller, id)
      try {
        made = await makeSearch(ctx, caller, id, request, signal)
      } catch (error) {
        await held[Symbol.asyncDispose]()
        throw error
      }
      return held
    },
    async accept(sql) {
      if (!made) throw new Error('a search is asked before it is accepted')
      await acceptSearch(sql, ctx.jobs.secretBox, made)
      return made.id
    },
    async announce() {
      if (made?.batch) ctx.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.admission, caller.accountId)
    },
  }
}

import type { StandingCaller } from '@gleaner/accounts'
import { ApiError, inWords, RETENTION, type SearchRequest, sentLabels } from '@gleaner/contracts'
import {
  checkSearchPlace,
  createSampleEngine,
  type EngineAnswer,
  EngineFailed,
  isFreeSearch,
  type NewSearch,
} from '@gleaner/search'
import type { IntakeContext } from '../context.ts'
import { scrapeAsked } from './check-search.ts'
import { makeScrapes } from './make-scrapes.ts'
import { withoutEffect } from './scrape-of.ts'

/**
 * Asks the engine, and plans the scrapes of what it finds: a search that is stored and charged once it is accepted. Throws SERVICE_UNAVAILABLE, and
 * CONCURRENCY_LIMITED before anybody is asked.
 */
export async function makeSearch(
  ctx: IntakeContext,
  caller: StandingCaller,
  id: string,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<NewSearch> {
  const { accountId, apiKeyId, test } = caller
  const scrape = scrapeAsked(request)
  if (scrape) await checkSearchPlace(ctx.jobs.pool, accountId)
  const answer = await askEngine(ctx, caller, request, signal)
  const made =
    scrape &&
    (await makeScrapes(ctx, caller, { id, scrape, labels: sentLabels(request), results: answer.results }))
  const { query, page, num_results } = request
  return {
    id,
    accountId,
    apiKeyId,
    test,
    answer: {
      query,
      labels: sentLabels(request),
      engine: ctx.searchEngine.name,
      page,
      resultsRequested: num_results,
      results: made?.results ?? answer.results,
      featuredSnippet: answer.featuredSnippet,
      pagesWaiting: answer.pagesWaiting,
      warnings: [
        ...(isFreeSearch(ctx.searchEngine.name) && !test ? [OWN_PAGES_ALONE] : []),
        ...answer.warnings,
        ...withoutEffect(request).map((name) => `${name} has no effect without scrape_results.`),
      ],
    },
    batch: made?.batch,
  }
}

/** The web is what most callers mean. */
const OWN_PAGES_ALONE = `This server has no search engine: only pages that your account has scraped in the last ${inWords(RETENTION.resultMs)} were searched, not the web. Nothing is charged for it.`

/** Nothing is stored or charged when the engine fails. */
async function askEngine(
  ctx: IntakeContext,
  caller: StandingCaller,
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

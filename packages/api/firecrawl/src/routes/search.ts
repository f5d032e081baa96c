import type { Job, Search, SearchResult } from '@gleaner/contracts'
import type { DoorCall, DoorHandler } from '../call.ts'
import { documentOfJob } from '../documents/document-of.ts'
import { badRequest } from '../door-error.ts'
import { setScrapeOptions } from '../fields/crawl-fields.ts'
import { setUsual } from '../fields/scrape-fields.ts'
import { SEARCH_FIELDS, sourcesOf } from '../fields/search-fields.ts'
import { createDraft, type Draft } from '../translate/draft.ts'
import { makeRequest } from '../translate/make-request.ts'
import { translate } from '../translate/translate.ts'
import { uuidOf } from './ids.ts'
import { warningOf } from './scrape.ts'
import { scrapeAll } from './scrape-all.ts'

/** Without `limit`, by dialect. */
const USUAL_RESULTS = { v0: 5, v1: 5, v2: 10 } as const
/** Without `timeout`, in ms. */
const USUAL_MS = 60_000

/** POST /search. */
export const postSearch: DoorHandler = async (call) => {
  const draft = createDraft(call.dialect, await call.body())
  const { given } = draft
  if (typeof given.query !== 'string' || given.query.trim() === '')
    throw badRequest('query is required', ['query'], 'invalid_type')
  draft.request.num_results = USUAL_RESULTS[call.dialect]
  translate(SEARCH_FIELDS, given as Record<string, unknown>, draft)
  const deadline = Date.now() + ((given.timeout as number | undefined) ?? USUAL_MS)
  const { body: search } = await call.ours.ask<Search>('POST', '/search', draft.request)
  draft.warnings.push(...(search.warnings ?? []))
  const jobs = await scrapeFound(call, draft, search.results, deadline)
  const web = search.results.map((result) => present(result, jobs.get(result.url), call))
  const credits = [...jobs.values()].reduce(
    (sum, { result }) => sum + (result?.billing.total_credits ?? 0),
    0,
  )
  return {
    success: true,
    data: call.dialect === 'v2' ? bySource(sourcesOf(given), web) : web,
    id: uuidOf(search.search_id),
    creditsUsed: search.credits_used + credits,
    ...warningOf(draft),
  }
}

/** Scrapes what was found where that was asked for. */
async function scrapeFound(
  call: DoorCall,
  draft: Draft,
  results: readonly SearchResult[],
  deadline: number,
): Promise<Map<string, Job>> {
  const { scrapeOptions } = draft.given as { scrapeOptions?: Record<string, unknown> }
  const { formats } = scrapeOptions ?? {}
  if (
    !scrapeOptions ||
    (Array.isArray(formats) && formats.length === 0) ||
    (call.dialect === 'v1' && !formats)
  )
    return new Map()
  const page = createDraft(call.dialect, scrapeOptions)
  setScrapeOptions(scrapeOptions, page)
  setUsual(page)
  const request = await makeRequest(page, call.ours)
  draft.warnings.push(...page.warnings)
  return await scrapeAll(
    call,
    results.map(({ url }) => url),
    request,
    deadline,
  )
}

function present(result: SearchResult, job: Job | undefined, { dialect }: DoorCall): object {
  const { url, title, snippet, position } = result
  const about = { url, title, description: snippet, ...(dialect === 'v2' && { position }) }
  if (!job) return about
  const document = documentOfJob(job, dialect)
  return { ...about, ...(document ?? { metadata: { sourceURL: url, scrapeId: job.id, error: job.error } }) }
}

/** Each asked source has its list. */
function bySource(sources: readonly string[], web: object[]): Record<string, object[]> {
  return Object.fromEntries(sources.map((name) => [name, name === 'web' ? web : []]))
}

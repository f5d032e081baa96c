import type { StandingCaller } from '@gleaner/accounts'
import type { NewBatch } from '@gleaner/batches'
import { ApiError, type ScrapeRequest, type SentLabels } from '@gleaner/contracts'
import type { StoredResult } from '@gleaner/search'
import { makeBatch } from '../batches/make-batch.ts'
import { checkTargetUrl } from '../check-url.ts'
import type { IntakeContext } from '../context.ts'

/** A search whose results are to be scraped. */
export interface ScrapedSearch {
  id: string
  /** What is asked of each, but for its address. */
  scrape: ScrapeRequest
  labels: SentLabels
  results: readonly StoredResult[]
}

/** The jobs that scrape what was found, as one batch, and each result with its job, or with why it is not scraped. */
export async function makeScrapes(
  ctx: IntakeContext,
  caller: StandingCaller,
  { id, scrape, labels, results }: ScrapedSearch,
): Promise<{ results: StoredResult[]; batch: NewBatch | undefined }> {
  const checked = results.map((result) => ({ ...result, refusal: refusalOf(ctx, result.url) }))
  const requests = checked.filter(({ refusal }) => !refusal).map(({ url }) => ({ ...scrape, url }))
  if (requests.length === 0) return { results: checked, batch: undefined }
  const batch = await makeBatch(ctx, caller, requests, undefined, labels)
  const ids = batch.jobs.map((job) => job.id)
  return {
    results: checked.map((result) => (result.refusal ? result : { ...result, jobId: ids.shift() })),
    batch: { ...batch, id, kind: 'search' },
  }
}

function refusalOf(ctx: IntakeContext, url: string): StoredResult['refusal'] {
  try {
    checkTargetUrl(ctx, url)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { code: error.code, message: error.message }
  }
}

import {
  ApiError,
  BatchItem,
  type BatchRequest,
  LIMITS,
  type ScrapeRequest,
  withoutLabels,
} from '@gleaner/contracts'
import { parseValue } from '@gleaner/http-api'
import { createPace } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { ItemFaults } from './item-faults.ts'
import { type ForAll, mergeScrape } from './merge-scrape.ts'

/**
 * The entries of a batch as the requests that they stand for: an entry's own field, then what the batch says for all, then the default of a
 * scrape; `advanced` and `cost_controls` field by field. Those of bad ones are skipped, or refuse
 * the batch, as `faults` says.
 */
export async function readItems(
  { urls, webhook_url: _, webhook_headers: __, on_invalid: ___, concurrency: ____, ...given }: BatchRequest,
  faults: ItemFaults,
): Promise<ScrapeRequest[]> {
  // Those of the batch are the batch's: its items are shown with them.
  const forAll = withoutLabels(given)
  checkCommonSize(forAll, urls.length)
  const turn = createPace()
  const requests: (ScrapeRequest | undefined)[] = []
  for (const [index, entry] of urls.entries()) {
    const { data, issues } = parseValue(BatchItem, typeof entry === 'string' ? { url: entry } : entry)
    if (issues) faults.addIssues(index, issues)
    requests.push(data && mergeScrape(forAll, data))
    await turn()
  }
  return faults.pass(requests)
}

/** Every item stores what the batch says for all. */
function checkCommonSize({ body, ...forAll }: ForAll, items: number): void {
  const bytes = Buffer.byteLength(JSON.stringify(forAll)) + (body === undefined ? 0 : Buffer.byteLength(body))
  if (bytes * items <= LIMITS.batchCommonBytes) return
  throw new ApiError(
    'PAYLOAD_TOO_LARGE',
    `What the batch says for all its ${items} URLs takes ${Math.ceil(bytes / 1024)} KB, and is stored for each: together at most ${LIMITS.batchCommonBytes / MEGABYTE} MB. Send fewer URLs at once, or a smaller extraction_schema or body.`,
    { bytes_for_each: bytes, limit_bytes: LIMITS.batchCommonBytes },
  )
}

import {
  ApiError,
  BatchItem,
  type BatchRequest,
  LIMITS,
  ScrapeRequest,
  type SentLabels,
  settleScrape,
  withoutLabels,
} from '@gleaner/contracts'
import { parseValue } from '@gleaner/http-api'
import { createPace } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import { createItemFaults } from './item-faults.ts'

/**
 * The entries of a batch as the requests that they stand for: an entry's own field, then what the batch says for all, then the default of a
 * scrape; `advanced` and `cost_controls` field by field. Throws INVALID_REQUEST that names each bad entry.
 */
export async function readItems({ urls, webhook_url: _, ...given }: BatchRequest): Promise<ScrapeRequest[]> {
  // Those of the batch are the batch's: its items are shown with them.
  const forAll = withoutLabels(given)
  checkCommonSize(forAll, urls.length)
  const faults = createItemFaults()
  const turn = createPace()
  const requests: ScrapeRequest[] = []
  for (const [index, entry] of urls.entries()) {
    const { data, issues } = parseValue(BatchItem, typeof entry === 'string' ? { url: entry } : entry)
    if (issues) faults.addIssues(index, issues)
    else requests.push(merge(forAll, data))
    await turn()
  }
  faults.refuse()
  return requests
}

/** What a scrape is that says nothing but its address, and is not waited for. */
const PLAIN = ScrapeRequest.parse({ url: 'https://example.com/', sync: false })

type ForAll = Omit<BatchRequest, 'urls' | 'webhook_url' | keyof SentLabels>

function merge(forAll: ForAll, { sync: _, ...item }: BatchItem): ScrapeRequest {
  // A session may be named in two places, and an entry's own counts in place of the batch's, wherever either stands.
  const names = (item.session_id ?? item.advanced?.session_id) ? item : forAll
  return settleScrape({
    ...PLAIN,
    ...forAll,
    ...item,
    sync: false,
    session_id: names.session_id,
    advanced: { ...forAll.advanced, ...item.advanced, session_id: names.advanced?.session_id },
    cost_controls: { ...forAll.cost_controls, ...item.cost_controls },
    wants_browser: [...(forAll.wants_browser ?? []), ...(item.wants_browser ?? [])],
  })
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

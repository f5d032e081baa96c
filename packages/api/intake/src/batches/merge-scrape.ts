import {
  type BatchItem,
  type BatchRequest,
  ScrapeRequest,
  type SentLabels,
  settleScrape,
} from '@gleaner/contracts'

/** What a scrape is that says nothing but its address, and is not waited for. */
const PLAIN = ScrapeRequest.parse({ url: 'https://example.com/', sync: false })

/** Fields of a scrape that hold where none of its own do. */
export type ForAll = Omit<
  BatchRequest,
  'urls' | 'webhook_url' | 'webhook_headers' | 'on_invalid' | 'concurrency' | keyof SentLabels
>

/** A scrape by its own fields, then those of all, then the defaults; `advanced` and `cost_controls` field by field. */
export function mergeScrape(forAll: ForAll, { sync: _, ...item }: BatchItem): ScrapeRequest {
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

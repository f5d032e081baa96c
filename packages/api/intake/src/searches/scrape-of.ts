import { ScrapeRequest, SEARCH_SCRAPE_FIELDS, type SearchRequest } from '@gleaner/contracts'

/** Stands for a result while what is asked of all of them is checked. */
const ANY_URL = 'https://example.com/'

/** The scrape that each result of a search is asked for with, but for its address. */
export function scrapeOf(request: SearchRequest): ScrapeRequest {
  const sent = SEARCH_SCRAPE_FIELDS.flatMap((name) =>
    request[name] === undefined ? [] : [[name, request[name]]],
  )
  return {
    ...ScrapeRequest.parse({ url: ANY_URL, sync: false }),
    formats: ['markdown'],
    ...Object.fromEntries(sent),
  }
}

/** The fields that a search names in vain, as its results are not scraped. */
export function withoutEffect(request: SearchRequest): string[] {
  return request.scrape_results ? [] : SEARCH_SCRAPE_FIELDS.filter((name) => request[name] !== undefined)
}

import { endpointsIn } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { inWords, RETENTION } from '../limits.ts'
import { Search, SearchRequest } from '../schemas/search.ts'

const endpoint = endpointsIn('Search', 'Find pages, and scrape what is found.')

export const createSearch = endpoint({
  method: 'POST',
  path: '/search',
  summary: 'Search for pages, and scrape them if you like.',
  description: `The operator chooses the engine: the built-in index over the pages that your account has scraped in the last ${inWords(RETENTION.resultMs)}, a SearXNG, or Brave. Where it is the index, \`warnings\` says so, and the search costs nothing. A search by another engine costs the same when it finds nothing, and nothing when the engine fails; the fee is held before the work begins. With \`scrape_results\` each result becomes a job, charged at its tier; up to 5 are waited for, with more the reply is 202, and \`GET /search/{search_id}\` shows when they are done. The balance must cover the search and the price of the first tier for \`num_results\` pages.`,
  auth: 'apiKeyOrBearer',
  consent: 'work',
  body: SearchRequest,
  takesSlot: true,
  idempotent: true,
  polled: ['/search/{search_id}'],
  responses: { 200: Search, 202: Search },
  errors: ['INSUFFICIENT_BALANCE', 'BUDGET_EXCEEDED'],
})

export const getSearch = endpoint({
  method: 'GET',
  path: '/search/{search_id}',
  summary: 'Read a search again, and how far the scraping of its results is.',
  description: `Searches are kept for ${inWords(RETENTION.resultMs)}; then the answer is 410 for 30 days.`,
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params: inPath('search_id'),
  polled: ['/search/{search_id}'],
  responses: { 200: Search },
  errors: ['NOT_FOUND', 'JOB_EXPIRED'],
})

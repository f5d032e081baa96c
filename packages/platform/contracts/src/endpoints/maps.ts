import { endpointsIn } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { inWords, RETENTION } from '../limits.ts'
import { MapRequest, MapUnderWay, SiteMap } from '../schemas/maps.ts'

const endpoint = endpointsIn('Maps', 'Which addresses a site has, before its pages are scraped.')

export const createMap = endpoint({
  method: 'POST',
  path: '/map',
  summary: 'Find out which addresses a site has.',
  description: `Reads robots.txt, sitemaps (index files, gzip and text too) and the links of the start page; pages are neither rendered nor scraped. Costs the same for any number of addresses, and nothing when it fails; the fee is held before the work begins. With a test key the sample site is mapped, free of charge. A caller who closes the connection ends the map, unless the request had an \`Idempotency-Key\`. The reply is kept for ${inWords(RETENTION.resultMs)}.`,
  auth: 'apiKeyOrBearer',
  consent: 'work',
  takesSlot: true,
  idempotent: true,
  body: MapRequest,
  responses: { 200: SiteMap },
  errors: [
    'URL_NOT_ALLOWED',
    'INSUFFICIENT_BALANCE',
    'ALL_TIERS_FAILED',
    'RESOURCE_LIMIT_EXCEEDED',
    'CANCELLED',
    'NOT_FOUND',
    'QUEUE_UNAVAILABLE',
  ],
})

export const getMap = endpoint({
  method: 'GET',
  path: '/map/{map_id}',
  summary: `Read a map again, for ${inWords(RETENTION.resultMs)}.`,
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params: inPath('map_id'),
  polled: ['/map/{map_id}'],
  responses: { 200: SiteMap, 202: MapUnderWay },
  errors: [
    'NOT_FOUND',
    'INSUFFICIENT_BALANCE',
    'ALL_TIERS_FAILED',
    'RESOURCE_LIMIT_EXCEEDED',
    'CANCELLED',
    'QUEUE_UNAVAILABLE',
  ],
})

import { LIMITS } from '@gleaner/contracts'
import { badRequest } from '../door-error.ts'
import { type Draft, place, placed } from '../translate/draft.ts'
import { withScheme } from '../translate/with-scheme.ts'
import { setActions } from './actions.ts'
import type { Field } from './field.ts'
import { setFormats } from './formats.ts'

const ALL = ['v0', 'v1', 'v2'] as const

/** Fields that say for whom a request is. They are kept in the job's `metadata`. */
export const CLIENT_FIELDS: readonly Field[] = [
  {
    name: 'origin',
    type: 'string',
    in: ALL,
    set: (origin: string, { marker }) => {
      marker.origin = origin.slice(0, 100)
    },
    does: 'kept in `metadata`',
  },
  {
    name: 'integration',
    type: 'string',
    set: (integration: string, { marker }) => {
      marker.integration = integration.slice(0, 100)
    },
    does: 'kept in `metadata`',
  },
]

const PROMISE = { status: 400 as const, instead: 'Leave it out: ignoring it would break what it promises.' }

/** Fields of every request that fetches. */
export const FETCH_FIELDS: readonly Field[] = [
  ...CLIENT_FIELDS,
  {
    name: 'zeroDataRetention',
    type: 'boolean',
    idle: [false],
    refused: { status: 400, instead: 'Results are kept for a day, and can be deleted with DELETE before.' },
  },
  { name: 'threatProtection', type: 'object', in: ['v2'], refused: PROMISE },
  { name: 'auditMetadata', type: 'object', noEffect: 'calls are in the audit log under their key.' },
]

/** What a page is fetched and read with: of a scrape, of each page of a batch, a crawl or a search. */
export const SCRAPE_OPTIONS: readonly Field[] = [
  { name: 'formats', type: 'list', set: setFormats as Field['set'] & {}, does: 'see Formats' },
  { name: 'onlyMainContent', type: 'boolean', to: 'advanced.only_main_content' },
  {
    name: 'onlyCleanContent',
    type: 'boolean',
    in: ['v2'],
    idle: [false],
    noEffect: 'no model cleans pages here; onlyMainContent leaves out what surrounds the content.',
  },
  { name: 'includeTags', type: 'strings', to: 'advanced.include_selectors' },
  { name: 'excludeTags', type: 'strings', to: 'advanced.exclude_selectors' },
  {
    name: 'headers',
    type: 'object',
    set: setHeaders,
    does: '`advanced.session_headers`; `User-Agent` is `advanced.user_agent`, `Accept-Language` `advanced.accept_language`',
  },
  {
    name: 'waitFor',
    type: 'number',
    min: 0,
    max: LIMITS.waitForMs.max,
    idle: [0],
    browser: true,
    to: 'advanced.wait_for',
  },
  { name: 'mobile', type: 'boolean', idle: [false], browser: true, to: 'advanced.mobile' },
  {
    name: 'timeout',
    type: 'number',
    min: 1000,
    set: (ms: number, draft) =>
      place(draft, 'timeout', Math.min(Math.ceil(ms / 1000), LIMITS.timeoutSeconds.max)),
    does: `\`timeout\`, in seconds, at most ${LIMITS.timeoutSeconds.max}`,
  },
  {
    name: 'parsers',
    type: 'list',
    in: ['v2'],
    set: setParsers,
    does: 'Files are read as what they are; `mode: "ocr"` of a PDF and lists without `pdf` are told',
  },
  {
    name: 'parsePDF',
    type: 'boolean',
    in: ['v1'],
    idle: [true],
    noEffect: 'a PDF is read as one.',
  },
  { name: 'actions', type: 'list', set: setActions as Field['set'] & {}, does: 'see Actions' },
  {
    name: 'location',
    type: 'object',
    set: setLocation,
    does: '`location.country`; `languages` are `advanced.accept_language`',
  },
  { name: 'geolocation', type: 'object', in: ['v1'], set: setLocation, does: 'as `location`' },
  {
    name: 'skipTlsVerification',
    type: 'boolean',
    idle: [false],
    noEffect: 'certificates are always verified.',
  },
  {
    name: 'removeBase64Images',
    type: 'boolean',
    idle: [true],
    noEffect: 'pictures that stand in the page itself are never part of Markdown.',
  },
  {
    name: 'fastMode',
    type: 'boolean',
    idle: [false],
    noEffect: 'the cheapest way that delivers is taken in any case.',
  },
  {
    name: 'useMock',
    type: 'string',
    idle: ['none'],
    noEffect: 'there are no mocks; test keys fetch sample pages.',
  },
  { name: 'blockAds', type: 'boolean', to: 'advanced.block_ads' },
  {
    name: 'proxy',
    type: 'string',
    set: setProxy,
    does: '`stealth`, `enhanced`: begin with a browser; `basic`, `auto`: the cheapest way that delivers',
  },
  {
    name: 'maxAge',
    type: 'number',
    min: 0,
    set: setMaxAge,
    does: `\`cache\`, \`cache_ttl\`: between ${LIMITS.cacheTtlSeconds.min} s and a day; less fetches anew. Without it nothing comes from the cache`,
  },
  { name: 'minAge', type: 'number', in: ['v2'], noEffect: 'a cache that is asked has the newest page.' },
  {
    name: 'storeInCache',
    type: 'boolean',
    idle: [true],
    noEffect: 'only your own requests with maxAge read your cache.',
  },
  {
    name: 'lockdown',
    type: 'boolean',
    in: ['v2'],
    idle: [false],
    refused: { status: 400, instead: 'No request is answered from the cache alone.' },
  },
  {
    name: 'redactPII',
    type: 'any',
    in: ['v2'],
    idle: [false],
    refused: PROMISE,
  },
  { name: 'redactPII', type: 'boolean', in: ['v1'], idle: [false], refused: PROMISE },
  {
    name: 'profile',
    type: 'object',
    in: ['v2'],
    refused: {
      status: 501,
      instead:
        'Store a login with POST /api/v1/sessions, and scrape with its session_id by POST /api/v1/scrape.',
    },
  },
  {
    name: 'domainTools',
    type: 'boolean',
    in: ['v2'],
    idle: [false],
    noEffect: 'there is no catalog of tools.',
  },
  { name: 'toolDetail', type: 'string', in: ['v2'], noEffect: 'there is no catalog of tools.' },
  {
    name: 'jsonOptions',
    type: 'object',
    in: ['v1'],
    set: needsFormat('json'),
    does: '`extraction_schema`, `extraction_prompt`; with the format `json`',
  },
  {
    name: 'extract',
    type: 'object',
    in: ['v1'],
    set: needsFormat('extract'),
    does: '`extraction_schema`, `extraction_prompt`; with the format `extract`',
  },
  {
    name: 'changeTrackingOptions',
    type: 'object',
    in: ['v1'],
    set: needsFormat('changeTracking'),
    does: '`advanced.change_tracking`; with the format `changeTracking`',
  },
  {
    name: 'agent',
    type: 'object',
    in: ['v1'],
    refused: { status: 501, instead: 'Name the steps in `actions`.' },
  },
]

/** Body of POST /scrape. */
export const SCRAPE_FIELDS: readonly Field[] = [
  { name: 'url', type: 'string', set: (url, draft) => place(draft, 'url', withScheme(url)), does: '`url`' },
  ...FETCH_FIELDS,
  ...SCRAPE_OPTIONS,
  { name: 'alexandria', type: 'any', in: ['v2'], refused: { status: 501, instead: 'Name a url.' } },
]

/** Headers that are fields of their own: what goes with them follows them. */
const OWN_FIELDS: Readonly<Record<string, string>> = {
  'user-agent': 'advanced.user_agent',
  'accept-language': 'advanced.accept_language',
}

function setHeaders(headers: Record<string, unknown>, draft: Draft): void {
  const rest = Object.entries(headers).filter(([name, value]) => {
    const field = OWN_FIELDS[name.toLowerCase()]
    if (field) place(draft, field, value)
    return field === undefined
  })
  if (rest.length > 0) place(draft, 'advanced.session_headers', Object.fromEntries(rest))
}

function setParsers(parsers: readonly unknown[], draft: Draft): void {
  const named = parsers.map((one) =>
    typeof one === 'string' ? { type: one } : (Object(one) as Record<string, unknown>),
  )
  const pdf = named.find(({ type }) => type === 'pdf')
  if (!pdf) draft.warnings.push('parsers has no effect: a PDF is read as one.')
  for (const name of ['maxPages', 'pages', 'pageMarkdown', 'blocks', 'pageMarkers'])
    if (pdf?.[name]) draft.warnings.push(`parsers.pdf.${name} has no effect: a PDF is read as a whole.`)
  if (pdf?.mode === 'ocr')
    draft.warnings.push('parsers.pdf.mode has no effect: text of scans is not read from PDFs.')
}

function setLocation({ country, languages }: { country?: unknown; languages?: unknown }, draft: Draft): void {
  if (typeof country === 'string' && /^[a-z]{2}$/i.test(country))
    place(draft, 'location.country', country.toUpperCase())
  else if (typeof country === 'string' && country !== 'us-generic')
    throw badRequest('location.country must be an ISO 3166-1 alpha-2 code', ['location', 'country'])
  if (Array.isArray(languages) && languages.length > 0)
    place(draft, 'advanced.accept_language', languages.join(', '))
}

const BROWSER_FIRST: ReadonlySet<unknown> = new Set(['stealth', 'enhanced'])
const CHEAPEST: ReadonlySet<unknown> = new Set(['basic', 'auto'])

function setProxy(proxy: string, draft: Draft): void {
  if (BROWSER_FIRST.has(proxy)) place(draft, 'advanced.render_js', true)
  else if (!CHEAPEST.has(proxy))
    draft.warnings.push('proxy has no effect: proxies of your own are named by POST /api/v1/proxies.')
}

function setMaxAge(ms: number, draft: Draft): void {
  const { min, max } = LIMITS.cacheTtlSeconds
  const seconds = Math.floor(ms / 1000)
  if (seconds < min) return
  place(draft, 'cache', true)
  place(draft, 'cache_ttl', Math.min(seconds, max))
}

/** Options of a format that stand beside `formats` mean nothing without it. */
function needsFormat(name: string) {
  return (_: unknown, draft: Draft): void => {
    const formats = Array.isArray(draft.given.formats) ? draft.given.formats : []
    const isAsked = formats.some(
      (one) => one === name || (name !== 'changeTracking' && (one === 'json' || one === 'extract')),
    )
    if (!isAsked) draft.warnings.push(`The options of ${name} have no effect without that format.`)
  }
}

/** What is asked for where nothing is said. */
export function setUsual(draft: Draft): void {
  const { advanced } = draft.request as { advanced?: Record<string, unknown> }
  if (advanced?.mobile && advanced.user_agent !== undefined) {
    delete advanced.user_agent
    draft.warnings.push(
      'headers: User-Agent has no effect beside mobile, which is a phone with a name of its own.',
    )
  }
  if (placed(draft, 'formats') === undefined) setFormats(['markdown'], draft)
}

import { RETENTION } from '@gleaner/contracts'
import { DAY_MS } from '@gleaner/runtime/units'
import { badRequest } from '../door-error.ts'
import { createDraft, type Draft, place } from '../translate/draft.ts'
import { translate } from '../translate/translate.ts'
import { withScheme } from '../translate/with-scheme.ts'
import { CRAWL_FIELDS, settleCrawl } from './crawl-fields.ts'
import type { Field } from './field.ts'
import { CLIENT_FIELDS, SCRAPE_OPTIONS } from './scrape-fields.ts'
import { SEARCH_FIELDS } from './search-fields.ts'

/** How long changes are kept, whatever is asked for. In days. */
export const KEPT_DAYS = RETENTION.monitorMs / DAY_MS

/** Body of POST /monitor, and of PATCH /monitor/{id}. */
export const MONITOR_FIELDS: readonly Field[] = [
  ...CLIENT_FIELDS,
  { name: 'name', type: 'string', in: ['v2'], to: 'name' },
  { name: 'schedule', type: 'object', in: ['v2'], set: setSchedule, does: '`check_interval`, `timezone`' },
  {
    name: 'targets',
    type: 'list',
    in: ['v2'],
    set: setTargets as Field['set'] & {},
    does: 'one: `urls` with `options`, `crawl` or `search`',
  },
  {
    name: 'status',
    type: 'string',
    in: ['v2'],
    oneOf: ['active', 'paused'],
    set: () => undefined,
    does: 'of PATCH: pauses it, or lets it go on',
  },
  {
    name: 'webhook',
    type: 'object',
    in: ['v2'],
    set: setWebhook,
    does: '`webhook_url`, which is told in our own words',
  },
  {
    name: 'notification',
    type: 'object',
    in: ['v2'],
    noEffect: 'mails and chats are told by alert rules (POST /api/v1/alerts/rules).',
  },
  {
    name: 'retentionDays',
    type: 'number',
    in: ['v2'],
    idle: [KEPT_DAYS],
    noEffect: `changes are kept for ${KEPT_DAYS} days.`,
  },
  {
    name: 'goal',
    type: 'string',
    in: ['v2'],
    noEffect: 'no model judges changes: what a page says is compared.',
  },
  {
    name: 'judgeEnabled',
    type: 'boolean',
    in: ['v2'],
    idle: [false],
    noEffect: 'no model judges changes: what a page says is compared.',
  },
]

function setSchedule(
  { cron, text, timezone }: { cron?: unknown; text?: unknown; timezone?: unknown },
  draft: Draft,
): void {
  if ((cron === undefined) === (text === undefined))
    throw badRequest('schedule: name either cron or text', ['schedule'])
  place(draft, 'check_interval', cron ?? text)
  if (timezone !== undefined) place(draft, 'timezone', timezone)
}

function setWebhook({ url, headers, events }: Record<string, unknown>, draft: Draft): void {
  if (headers !== undefined && Object.keys(Object(headers)).length > 0)
    throw badRequest(
      'webhook.headers are of an endpoint here: POST /api/v1/webhooks takes url, headers and the event monitor.changed; leave webhook out',
      ['webhook', 'headers'],
    )
  if (events !== undefined)
    draft.warnings.push('webhook.events has no effect: monitor.changed is sent when something has changed.')
  place(draft, 'webhook_url', url)
}

const TARGETS: Readonly<Record<string, (target: Record<string, unknown>, draft: Draft) => void>> = {
  scrape(target, draft) {
    const { urls, scrapeOptions } = target as { urls?: unknown; scrapeOptions?: Record<string, unknown> }
    if (!Array.isArray(urls) || urls.length === 0)
      throw badRequest('targets.0.urls must name an address', ['targets', 0, 'urls'])
    place(draft, 'urls', urls.map(withScheme))
    const options = part(draft, SCRAPE_OPTIONS, scrapeOptions ?? {})
    // Pages are compared as what they say, whatever they are read as.
    delete options.formats
    if (Object.keys(options).length > 0) place(draft, 'options', options)
  },
  crawl(target, draft) {
    const { url, crawlOptions = {}, scrapeOptions } = target as Record<string, Record<string, unknown>>
    const given = { ...crawlOptions, url, ...(scrapeOptions && { scrapeOptions }) }
    const crawl = createDraft('v2', given as Record<string, unknown>)
    translate(CRAWL_FIELDS, given as Record<string, unknown>, crawl, ['targets'])
    settleCrawl(crawl)
    delete crawl.request.formats
    draft.warnings.push(...crawl.warnings)
    place(draft, 'crawl', crawl.request)
  },
  search(target, draft) {
    const { queries, maxResults, includeDomains, excludeDomains, searchWindow } = target as Record<
      string,
      unknown
    >
    if (!Array.isArray(queries) || queries.length !== 1)
      throw badRequest('targets.0.queries: one query is watched; make a monitor for each', [
        'targets',
        0,
        'queries',
      ])
    const given = {
      query: queries[0],
      limit: maxResults,
      includeDomains,
      excludeDomains,
      tbs: WINDOWS[String(searchWindow)],
    }
    place(draft, 'search', part(draft, SEARCH_FIELDS, given))
  },
}

/** The age of results that comes next. */
const WINDOWS: Readonly<Record<string, string>> = {
  '5m': 'qdr:h',
  '15m': 'qdr:h',
  '1h': 'qdr:h',
  '6h': 'qdr:d',
  '24h': 'qdr:d',
  '7d': 'qdr:w',
}

function setTargets(targets: readonly unknown[], draft: Draft): void {
  if (targets.length !== 1)
    throw badRequest('targets: a monitor watches one target; make a monitor for each', ['targets'])
  const target = Object(targets[0]) as Record<string, unknown>
  const set = TARGETS[String(target.type)]
  if (!set) throw badRequest('targets.0.type must be scrape, crawl or search', ['targets', 0, 'type'])
  set(target, draft)
}

function part(
  draft: Draft,
  fields: readonly Field[],
  given: Record<string, unknown>,
): Record<string, unknown> {
  const own = createDraft('v2', given)
  translate(fields, given, own, ['targets'])
  draft.warnings.push(...own.warnings)
  return own.request
}

import type { Caller } from '@gleaner/accounts'
import { createCutter } from '@gleaner/changes'
import { invalidRequest, type MonitorCreate, type MonitorUpdate } from '@gleaner/contracts'
import { checkSelectors } from '@gleaner/intake'
import { type MonitorContent, type StoredWatch, storedWatch } from '@gleaner/monitors'
import { isObject } from '@gleaner/runtime/is-object'
import type { Work } from '@gleaner/schedules'
import type { Context } from '../context.ts'
import { checkContent } from '../schedules/check-content.ts'

/** A whole monitor, as a request makes it or would leave it. */
export type GivenMonitor = Omit<MonitorCreate, 'monitor_selectors' | 'monitor_fields' | 'filters'> &
  Pick<MonitorUpdate, 'monitor_selectors' | 'monitor_fields' | 'filters'>

const EVERY_SIX_HOURS = '0 */6 * * *'

/** Checks a whole monitor: what it watches, when, and its fetches as if they were sent now. Throws what a check would be refused for. */
export async function checkMonitorContent(
  ctx: Context,
  caller: Caller,
  given: GivenMonitor,
): Promise<MonitorContent> {
  const watch = storedWatch(given)
  await checkWatch(watch, given)
  const { name, timezone, webhook_url, notify_on } = given
  const schedule = await checkContent(ctx, caller, {
    name,
    timezone,
    webhook_url,
    ...timesOf(given),
    ...workOf(given, watch),
  })
  return { schedule, watch, notifyOn: [...new Set([notify_on].flat())] }
}

function timesOf({ check_interval, schedule, cron }: GivenMonitor) {
  const named = Object.entries({ check_interval, schedule, cron }).filter(([, value]) => value !== undefined)
  const texts = new Set(named.map(([, value]) => JSON.stringify(value)))
  if (texts.size > 1)
    throw invalidRequest([
      { path: named[1]![0], message: `and ${named[0]![0]} are the same field; send one of them` },
    ])
  return { schedule: named[0]?.[1] ?? EVERY_SIX_HOURS } as {
    schedule: NonNullable<MonitorCreate['schedule']>
  }
}

/** What the checks of a monitor fetch. Pages come as HTML, whatever is compared of them. */
function workOf(given: GivenMonitor, watch: StoredWatch): Work {
  const { url, urls, crawl, map, search, options, session_id } = given
  const targets = Object.entries({ url, urls, crawl, map, search }).filter(([, value]) => value != null)
  if (targets.length !== 1)
    throw invalidRequest([
      {
        path: targets[1]?.[0] ?? 'url',
        message: 'one of url, urls, crawl, map and search must be there: what is watched',
      },
    ])
  const beside = { ...(options != null && { options }), ...(session_id != null && { session_id }) }
  if (map != null) return { map, ...beside }
  if (search != null) {
    const asked = withOurs('search', search)
    return { search: asked, ...beside, ...(asked.scrape_results === true && { formats: ['html' as const] }) }
  }
  const ours = { formats: ['html' as const], ...(session_id != null && { session_id }) }
  if (crawl != null) return { crawl: withOurs('crawl', crawl), ...(options != null && { options }), ...ours }
  const facts = Object.values(watch.fields ?? {}).some(({ selector }) => selector === undefined)
  const own = withOurs('options', options ?? {})
  return {
    urls: urls ?? [url!],
    options: facts && isObject(own) ? { extraction_profile: 'product', ...own } : own,
    ...ours,
  }
}

/** Refuses what would make a check see something else than the page as it is. */
function withOurs(field: string, given: unknown): Record<string, unknown> {
  if (!isObject(given)) throw invalidRequest([{ path: field, message: 'must be an object' }])
  const issues = ['formats', 'cache'].flatMap((name) =>
    given[name] == null || given[name] === false
      ? []
      : [{ path: `${field}.${name}`, message: 'has no effect on a monitor; leave it out' }],
  )
  if (issues.length > 0) throw invalidRequest(issues)
  return given
}

const NEEDS = { monitor_selectors: 'selector', monitor_fields: 'fields' } as const

async function checkWatch(watch: StoredWatch, given: GivenMonitor): Promise<void> {
  const issues = Object.entries(NEEDS).flatMap(([field, mode]) => {
    const isThere = given[field as keyof typeof NEEDS] != null
    if (isThere === (given.diff_mode === mode)) return []
    const message = isThere ? `goes with diff_mode "${mode}"` : `is required with diff_mode "${mode}"`
    return [{ path: field, message }]
  })
  const { map, search, crawl } = given
  const isScraped = isObject(search) && search.scrape_results === true
  if ((map != null || (search != null && !isScraped)) && given.diff_mode !== 'semantic')
    issues.push({
      path: 'diff_mode',
      message: `has no effect on a ${map != null ? 'map' : 'search without scrape_results'}, whose addresses are compared; leave it out`,
    })
  if (
    (crawl != null || isScraped) &&
    Object.values(watch.fields ?? {}).some(({ selector }) => selector === undefined)
  )
    issues.push({
      path: 'monitor_fields',
      message: `need a selector each where a ${crawl != null ? 'crawl' : 'search'} is watched`,
    })
  for (const [index, entry] of (watch.filters?.ignore ?? []).entries())
    if (!isPattern(entry))
      issues.push({ path: `filters.ignore.${index}.matches`, message: 'is no pattern of RE2' })
  if (issues.length > 0) throw invalidRequest(issues)
  const selected = Object.entries(watch.fields ?? {}).flatMap(([name, { selector }]) =>
    selector === undefined ? [] : [[name, selector] as const],
  )
  for (const [name, selector] of [...Object.entries(watch.selectors ?? {}), ...selected])
    await checkSelector(name, selector)
}

async function checkSelector(name: string, selector: string): Promise<void> {
  try {
    await checkSelectors({ fields: { value: { selector, type: 'text', many: true } } })
  } catch {
    throw invalidRequest([
      { path: `selector of ${name}`, message: 'is no CSS selector that a page can be asked' },
    ])
  }
}

function isPattern(
  entry: Parameters<typeof createCutter>[0] extends readonly (infer One)[] | undefined ? One : never,
) {
  try {
    createCutter([entry])
    return true
  } catch {
    return false
  }
}

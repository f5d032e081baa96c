import type { Caller } from '@gleaner/accounts'
import { createCutter } from '@gleaner/changes'
import {
  ApiError,
  type Issue,
  invalidRequest,
  type MonitorCreate,
  type MonitorSetting,
  type MonitorSettings,
} from '@gleaner/contracts'
import { checkSelectors } from '@gleaner/intake'
import {
  isListAlone,
  type MonitorContent,
  type OpenedGroup,
  type SettingsInForce,
  type StoredWatch,
  settingsInForce,
  settingsOf,
  storedWatch,
} from '@gleaner/monitors'
import { isObject } from '@gleaner/runtime/is-object'
import type { Work } from '@gleaner/schedules'
import type { Context } from '../context.ts'
import { checkContent, textOf } from '../schedules/check-content.ts'

/** What a monitor watches. */
export type Target = Pick<
  MonitorCreate,
  'url' | 'urls' | 'crawl' | 'map' | 'search' | 'session_id' | 'screenshots'
>

/** A whole monitor, as a request makes it or would leave it: with the settings that it sets itself, and its group. */
export interface NamedMonitor {
  name: string
  target: Target
  own: MonitorSettings
  group: OpenedGroup | undefined
}

type Given = Target & SettingsInForce

/**
 * Checks a whole monitor: what it watches, when, and its fetches as if they were sent now. Throws what a check would be refused for, but for money
 * where that may be lacking.
 */
export async function checkMonitorContent(
  ctx: Context,
  caller: Caller,
  { name, target, own, group }: NamedMonitor,
  mayLackMoney = false,
): Promise<MonitorContent> {
  const given = { ...target, ...settingsInForce(own, group?.settings ?? {}, target) }
  const watch = storedWatch(given)
  checkModes(watch, given)
  await checkWatch(watch)
  const { check_interval, timezone, webhook_url, notify_on } = given
  const content = { name, schedule: check_interval, timezone, webhook_url, ...workOf(given, watch) }
  const schedule = await checkContent(ctx, caller, content, mayLackMoney).catch(inMonitorsWords)
  const names = Object.keys(own) as MonitorSetting[]
  return { schedule, watch, notifyOn: [...new Set([notify_on].flat())], group, own: names }
}

/** A fault of the times, which a schedule calls otherwise. */
function inMonitorsWords(error: unknown): never {
  const issues = error instanceof ApiError ? (error.details?.issues as Issue[] | undefined) : undefined
  if (!issues?.some(({ path }) => path === 'schedule')) throw error
  throw invalidRequest(
    issues.map(({ path, message }) => ({ path: path === 'schedule' ? 'check_interval' : path, message })),
  )
}

/** The settings that a request names; null is none. Throws for a time that is named twice. */
export function readSettings(
  given: { readonly [Name in MonitorSetting]?: unknown } & Pick<MonitorCreate, 'schedule' | 'cron'>,
): MonitorSettings {
  const { check_interval, schedule, cron } = given
  const named = Object.entries({ check_interval, schedule, cron }).filter(([, value]) => value != null)
  if (new Set(named.map(([, value]) => JSON.stringify(value))).size > 1)
    throw invalidRequest([
      { path: named[1]![0], message: `and ${named[0]![0]} are the same field; send one of them` },
    ])
  const time = named[0]?.[1] as MonitorCreate['schedule']
  return settingsOf({ ...given, check_interval: time === undefined ? undefined : textOf(time) })
}

/** What the checks of a monitor fetch. Pages come as HTML, whatever is compared of them. */
function workOf(given: Given, watch: StoredWatch): Work {
  const { url, urls, crawl, map, search, options, session_id, screenshots } = given
  const targets = Object.entries({ url, urls, crawl, map, search }).filter(([, value]) => value != null)
  if (targets.length !== 1)
    throw invalidRequest([
      {
        path: targets[1]?.[0] ?? 'url',
        message: 'one of url, urls, crawl, map and search must be there: what is watched',
      },
    ])
  if (screenshots && isListAlone(given)) {
    const list = map != null ? 'map, whose pages are not fetched' : 'search without scrape_results'
    throw invalidRequest([{ path: 'screenshots', message: `has no effect on a ${list}; leave it out` }])
  }
  const beside = { ...(options != null && { options }), ...(session_id != null && { session_id }) }
  const fetched = { formats: ['html' as const], ...(screenshots && { screenshots }) }
  if (map != null) return { map, ...beside }
  if (search != null)
    return { search: withOurs('search', search), ...beside, ...(!isListAlone(given) && fetched) }
  if (crawl != null) return { crawl: withOurs('crawl', crawl), ...beside, ...fetched }
  const facts = Object.values(watch.fields ?? {}).some(({ selector }) => selector === undefined)
  const own = withOurs('options', options ?? {})
  return {
    ...beside,
    ...fetched,
    urls: urls ?? [url!],
    options: facts ? { extraction_profile: 'product', ...own } : own,
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

function checkModes(watch: StoredWatch, given: Given): void {
  const issues = Object.entries(NEEDS).flatMap(([field, mode]) => {
    const isThere = given[field as keyof typeof NEEDS] != null
    if (isThere === (given.diff_mode === mode)) return []
    const message = isThere ? `goes with diff_mode "${mode}"` : `is required with diff_mode "${mode}"`
    return [{ path: field, message }]
  })
  const { map, search, crawl } = given
  if (isListAlone(given) && given.diff_mode !== 'semantic')
    issues.push({
      path: 'diff_mode',
      message: `has no effect on a ${map != null ? 'map' : 'search without scrape_results'}, whose addresses are compared; leave it out`,
    })
  const isFound = crawl != null || search != null
  if (isFound && Object.values(watch.fields ?? {}).some(({ selector }) => selector === undefined))
    issues.push({
      path: 'monitor_fields',
      message: `need a selector each where a ${crawl != null ? 'crawl' : 'search'} is watched`,
    })
  if (issues.length > 0) throw invalidRequest(issues)
}

/** Refuses patterns and selectors that are none. */
export async function checkWatch(
  watch: Pick<StoredWatch, 'filters' | 'fields' | 'selectors'>,
): Promise<void> {
  const issues = (watch.filters?.ignore ?? []).flatMap((entry, index) =>
    isPattern(entry) ? [] : [{ path: `filters.ignore.${index}.matches`, message: 'is no pattern of RE2' }],
  )
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

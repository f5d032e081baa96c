import type { MonitorSetting, MonitorSettings } from '@gleaner/contracts'
import { MONITOR_SETTINGS } from '@gleaner/contracts/schemas/monitors/settings'
import { isObject } from '@gleaner/runtime/is-object'
import type { Work } from '@gleaner/schedules'
import type { StoredWatch } from '../watch.ts'

/** What neither a monitor nor its group says. */
export const USUAL = {
  check_interval: '0 */6 * * *',
  timezone: 'UTC',
  diff_mode: 'semantic',
  notify_on: 'change',
} as const satisfies MonitorSettings

export type SettingsInForce = Omit<MonitorSettings, keyof typeof USUAL> &
  Required<Pick<MonitorSettings, keyof typeof USUAL>>

/** What is watched, as far as settings need it. */
type Target = Partial<Record<'crawl' | 'map' | 'search', unknown>>

/**
 * The settings of a monitor: what it sets itself, or else its group, or else what is usual. A setting counts whole. Of its group nothing is taken
 * that has no effect on what it watches.
 */
export function settingsInForce(
  own: MonitorSettings,
  group: MonitorSettings,
  target: Target,
): SettingsInForce {
  const isCompared = !isListAlone(target)
  const mode = own.diff_mode ?? (isCompared ? group.diff_mode : undefined) ?? USUAL.diff_mode
  const needs: Partial<Record<MonitorSetting, boolean>> = {
    diff_mode: isCompared,
    monitor_selectors: isCompared && mode === 'selector',
    monitor_fields: isCompared && mode === 'fields',
    filters: isCompared,
    options: [target.crawl, target.map, target.search].every((other) => other == null),
  }
  const taken = settingsOf(group, (name) => needs[name] ?? true)
  return { ...USUAL, ...taken, ...settingsOf(own) } as SettingsInForce
}

/** Addresses are watched, and no pages. */
export function isListAlone({ map, search }: Target): boolean {
  return map != null || (search != null && !(isObject(search) && search.scrape_results === true))
}

/** The settings among the fields of an object that are there; null is none. */
export function settingsOf(
  from: { readonly [Name in MonitorSetting]?: unknown },
  isWanted: (name: MonitorSetting) => boolean = () => true,
): MonitorSettings {
  const there = MONITOR_SETTINGS.filter((name) => from[name] != null && isWanted(name))
  return Object.fromEntries(there.map((name) => [name, from[name]])) as MonitorSettings
}

/** The settings that a monitor sets itself, as they were sent. */
export function ownSettings(row: {
  own: readonly string[]
  watch: StoredWatch
  notifyOn: NonNullable<MonitorSettings['notify_on']>
  timing: string
  timezone: string
  webhookUrl: string | null
  work: Pick<Work, 'options'>
}): MonitorSettings {
  const { mode, selectors, fields, filters } = row.watch
  const all = {
    check_interval: row.timing,
    timezone: row.timezone,
    diff_mode: mode,
    monitor_selectors: selectors,
    monitor_fields: fields,
    filters,
    notify_on: row.notifyOn,
    webhook_url: row.webhookUrl,
    options: row.work.options,
  }
  return settingsOf(all, (name) => row.own.includes(name))
}

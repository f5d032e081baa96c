import type { FieldRule, Watch } from '@gleaner/changes'
import type { Monitor, MonitorField, MonitorSettings } from '@gleaner/contracts'

/** What of a page is watched, as it is stored with its monitor. */
export interface StoredWatch {
  mode: Monitor['diff_mode']
  selectors: Record<string, string> | null
  fields: Record<string, MonitorField> | null
  filters: Monitor['filters']
}

type Given = Pick<MonitorSettings, 'monitor_selectors' | 'monitor_fields' | 'filters'> &
  Pick<Monitor, 'diff_mode'>

export function storedWatch(given: Given): StoredWatch {
  const { monitor_selectors: selectors, monitor_fields: fields, filters } = given
  return {
    mode: given.diff_mode,
    selectors: selectors ? named(selectors) : null,
    fields: fields ?? null,
    filters: filters ?? null,
  }
}

/** A list is named by its selectors. */
function named(selectors: NonNullable<MonitorSettings['monitor_selectors']>): Record<string, string> {
  return Array.isArray(selectors) ? Object.fromEntries(selectors.map((one) => [one, one])) : selectors
}

/** As packages/reading/changes takes it. */
export function watchOf({ mode, selectors, fields, filters }: StoredWatch): Watch {
  if (mode === 'fields') return { mode, fields: mapValues(fields ?? {}, ruleOf), only: filters?.only }
  const settings = filters ?? {}
  return mode === 'selector' ? { mode, selectors: selectors ?? {}, ...settings } : { mode, ...settings }
}

function ruleOf({ take, min_change, below, above }: MonitorField): FieldRule {
  return {
    take,
    ...(min_change &&
      ('abs' in min_change ? { min_change: min_change.abs } : { min_change_percent: min_change.pct })),
    ...(below !== undefined && { below }),
    ...(above !== undefined && { above }),
  }
}

function mapValues<From, To>(from: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, map(value)]))
}

/** Versions that were kept for the one say nothing to the other. */
export function comparesOtherwise(a: StoredWatch, b: StoredWatch): boolean {
  const whatOf = ({ mode, selectors, fields }: StoredWatch) => JSON.stringify([mode, selectors, fields])
  return whatOf(a) !== whatOf(b)
}

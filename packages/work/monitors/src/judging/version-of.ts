import { readSelected } from '@gleaner/changes'
import type { MonitorField } from '@gleaner/contracts'
import { parseNumber, parsePrice } from '@gleaner/values'
import type { StoredWatch } from '../watch.ts'

/** What a job's result says of a page, as far as monitors ask for it. */
interface PageResult {
  content?: { html?: string } | string | null
  filtered_content?: Record<string, unknown> | null
}

/** Most values of one field that are looked at. */
const MOST_VALUES = 100

/** The version of a page that is compared and kept: its HTML, or its fields as JSON. Throws when the result has none. */
export function versionOf({ mode, fields }: StoredWatch, resultJson: string): string {
  const result = JSON.parse(resultJson) as PageResult
  const html = typeof result.content === 'string' ? result.content : result.content?.html
  if (typeof html !== 'string') throw new Error('the result has no HTML')
  if (mode !== 'fields') return html
  const facts = result.filtered_content ?? {}
  const values = Object.entries(fields ?? {}).map(([name, field]) => [
    name,
    field.selector === undefined ? (facts[name] ?? null) : selectedValue(html, field.selector, field.type),
  ])
  return JSON.stringify(Object.fromEntries(values))
}

function selectedValue(html: string, selector: string, type: MonitorField['type']): unknown {
  const texts = readSelected(html, { field: selector }).units.map(({ text }) => text)
  if (type === 'bool') return texts.length > 0
  const values = texts
    .slice(0, MOST_VALUES)
    .map((text) => READ[type](text))
    .filter((value) => value !== undefined)
  return values.length === 0 ? null : values.length === 1 ? values[0] : values
}

const READ: Record<Exclude<MonitorField['type'], 'bool'>, (text: string) => unknown> = {
  text: (text) => text,
  number: (text) => parseNumber(text) ?? undefined,
  currency: (text) => parsePrice(text)?.amount,
}

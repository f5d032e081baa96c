import { familyOf, isDocumentation, isHome, isThread } from '@gleaner/page-types'
import { parseDate, urlDate } from '@gleaner/values'
import { isPast } from '../heuristics/is-past.ts'
import { findPostDate } from '../heuristics/post-date.ts'
import { findVisibleDates } from '../heuristics/visible-dates.ts'
import type { PageFacts } from '../page-facts.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'
import { metaField } from '../syntaxes/opengraph.ts'

export interface PageDates {
  published?: string
  modified?: string
}

/**
 * When the page was published and changed: declared by markup, by meta tags, by its address, or shown beside its headline.
 * A page that shows only when it was updated counts as published then; a documentation page does not.
 */
export function readDates(facts: PageFacts): PageDates {
  const read = (value: unknown) => {
    const isText = typeof value === 'string' || typeof value === 'number'
    const date = isText ? parseDate(String(value), facts.index.dates) : undefined
    return date && isPast(date) ? date : undefined
  }
  const item = datedItem(facts)
  const isProduct = isProductPage(facts)
  const isManual = isDocumentation(facts.identity.url, facts.metas.get('generator')?.[0])
  const isUndated = isProduct || isHome(facts.identity.url)
  const visible = once(() => (isUndated ? {} : findVisibleDates(facts.index, facts.headline)))

  const published =
    read(first(item, ['datePublished', 'datePosted', 'uploadDate', 'dateCreated'])) ??
    firstRead(isProduct ? [] : metaField(facts.metas, 'datePublished'), read) ??
    inAddress(facts, visible) ??
    (isThread(facts.identity.url) ? findPostDate(facts.index, facts.headline) : undefined) ??
    (isManual ? undefined : visible().published)
  const modified =
    read(first(item, ['dateModified'])) ??
    firstRead(metaField(facts.metas, 'dateModified'), read) ??
    visible().modified
  const earliest = published ?? (isManual ? undefined : visible().modified)
  return {
    ...(earliest ? { published: inOwnZone(facts, earliest, read) } : {}),
    ...(modified ? { modified } : {}),
  }
}

/** The same moment as the page writes it elsewhere with its own offset from UTC: that gives the day that its readers see. */
function inOwnZone(
  { index, items }: PageFacts,
  date: string,
  read: (value: unknown) => string | undefined,
): string {
  if (!date.endsWith('Z')) return date
  const written = [
    ...index.times.slice(0, MOST_TIMES).map(({ node }) => node.attrs.datetime),
    ...items.slice(0, MOST_TIMES).map(({ item }) => item.datePublished),
  ]
  for (const value of written) {
    const local = typeof value === 'string' && OFFSET.test(value) ? read(value) : undefined
    if (local && Date.parse(local) === Date.parse(date)) return local
  }
  return date
}

const OFFSET = /[+-](?!00:?00)\d\d:?\d\d$/
const MOST_TIMES = 30

/** A review declares the product that it is about, and is an article all the same. */
function isProductPage({ main, metas }: PageFacts): boolean {
  const type = metas.get('og:type')?.[0]
  return type === 'product' || (type !== 'article' && familyOf(main?.item['@type']) === 'product')
}

/** A day in the address is certain; the visible page may add the time of that day. */
function inAddress(facts: PageFacts, visible: () => PageDates): string | undefined {
  const day = urlDate(facts.identity.canonical ?? facts.identity.url) ?? urlDate(facts.identity.url)
  const shown = day && visible().published
  return day && shown?.startsWith(day) ? shown : day
}

/** Families that are published on a day. The dates of other pages say only when they were made. */
const DATED = new Set(['article', 'recipe', 'job', 'video', 'forum', 'work', 'event'])

function datedItem({ main, items }: PageFacts): JsonObject | undefined {
  const isDated = ({ item }: { item: JsonObject }) => DATED.has(familyOf(item['@type']) ?? '')
  if (main && isDated(main)) return main.item
  const dated = items.filter((entry) => isDated(entry) && entry.item.datePublished !== undefined)
  return dated.length === 1 || dated.length === 2 ? dated[0]!.item : undefined
}

function first(item: JsonObject | undefined, fields: readonly string[]): unknown {
  return fields.map((field) => [item?.[field]].flat()[0]).find((value) => value !== undefined)
}

function firstRead<T>(values: readonly string[], read: (value: string) => T | undefined): T | undefined {
  for (const value of values) {
    const made = read(value)
    if (made !== undefined) return made
  }
  return undefined
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

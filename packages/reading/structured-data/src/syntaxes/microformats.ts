import { childElements, type Element, resolveUrl, type TextBudget, visibleTextWithin } from '@gleaner/markup'
import type { PageIndex } from '../page-index/page-index.ts'
import type { JsonObject } from './jsonld.ts'
import { FORMATS, type Format, type FormatRow, type Take } from './microformat-table.ts'

const MOST_VISITS = 50_000
/** Characters and nodes of all values together. */
const TEXT_BUDGET = 2_000_000
const MOST_VALUES = 500
/** A root with less is a class that a theme has kept. */
const LEAST_FIELDS = 2

interface Reader {
  base: string
  visits: number
  text: TextBudget
}

/** The items that a page declares by the classes of its elements, in schema.org's terms; those within others stand in them alone. */
export function readMicroformats({ microformats }: PageIndex, base: string): JsonObject[] {
  if (microformats.length === 0) return []
  const reader: Reader = { base, visits: 0, text: { left: TEXT_BUDGET } }
  const inner = new Set<Element>()
  const items: JsonObject[] = []
  for (const root of microformats) {
    if (inner.has(root)) continue
    const item = readRoot(reader, root, inner)
    if (item) items.push(item)
  }
  return items
}

function readRoot(reader: Reader, root: Element, inner: Set<Element>): JsonObject | undefined {
  const format = formatOf(root)
  if (!format) return undefined
  const fields: JsonObject = {}
  for (const element of elementsOf(reader, root, inner)) {
    const classes = classesOf(element)
    for (const row of format.rows) {
      if (row.classes.some((name) => classes.includes(name))) note(reader, fields, row, element)
    }
  }
  return Object.keys(fields).length < LEAST_FIELDS ? undefined : shaped(format, fields)
}

function note(
  reader: Reader,
  fields: JsonObject,
  { property, take, isList }: FormatRow,
  element: Element,
): void {
  const value = VALUES[take](reader, element)
  if (!value) return
  if (!isList) {
    fields[property] ??= value
    return
  }
  fields[property] ??= []
  const values = fields[property] as string[]
  if (values.length < MOST_VALUES) values.push(value)
}

/** In document order, with the roots within, but not with what stands in those. */
function elementsOf(reader: Reader, root: Element, inner: Set<Element>): Element[] {
  const found: Element[] = []
  const pending = childElements(root).reverse()
  for (let element = pending.pop(); element; element = pending.pop()) {
    if (++reader.visits > MOST_VISITS) break
    found.push(element)
    if (formatOf(element)) inner.add(element)
    else pending.push(...childElements(element).reverse())
  }
  return found
}

function formatOf(element: Element): Format | undefined {
  for (const name of classesOf(element)) {
    const format = FORMATS.get(name)
    if (format) return format
  }
  return undefined
}

const classesOf = ({ attrs }: Element): string[] => attrs.class?.toLowerCase().split(/\s+/) ?? []

const VALUES: Readonly<Record<Take, (reader: Reader, element: Element) => string | undefined>> = {
  text: ({ text }, element) => {
    const { attrs, tag } = element
    if (tag === 'abbr' && attrs.title) return attrs.title
    if (tag === 'data' && attrs.value) return attrs.value
    return tag === 'img' ? attrs.alt : visibleTextWithin(element, text).trim()
  },
  url: ({ base }, { attrs }) => {
    const address = attrs.href ?? attrs.src ?? attrs.data
    return address === undefined ? undefined : resolveUrl(base, address)
  },
  date: ({ text }, element) => {
    const { attrs, tag } = element
    const dated = childElements(element).find(
      (child) => child.attrs.datetime ?? classesOf(child).includes('value-title'),
    )
    const said =
      attrs.datetime ??
      (tag === 'abbr' ? attrs.title : undefined) ??
      dated?.attrs.datetime ??
      dated?.attrs.title
    return said ?? visibleTextWithin(element, text).trim()
  },
}

const ADDRESS = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry']

/** The fields as schema.org nests them. */
function shaped({ type }: Format, fields: JsonObject): JsonObject {
  const { price, reviewRating, author, brand, worksFor, ...rest } = fields
  const address = Object.fromEntries(
    ADDRESS.flatMap((key) => (rest[key] === undefined ? [] : [[key, rest[key]]])),
  )
  for (const key of ADDRESS) delete rest[key]
  return {
    '@type': worksFor !== undefined && worksFor === rest.name ? 'Organization' : type,
    ...rest,
    ...(author !== undefined && { author: { '@type': 'Person', name: author } }),
    ...(brand !== undefined && { brand: { '@type': 'Brand', name: brand } }),
    ...(worksFor !== undefined &&
      worksFor !== rest.name && { worksFor: { '@type': 'Organization', name: worksFor } }),
    ...(price !== undefined && { offers: { '@type': 'Offer', price } }),
    ...(reviewRating !== undefined && { reviewRating: { '@type': 'Rating', ratingValue: reviewRating } }),
    ...(Object.keys(address).length > 0 && { address: { '@type': 'PostalAddress', ...address } }),
  }
}

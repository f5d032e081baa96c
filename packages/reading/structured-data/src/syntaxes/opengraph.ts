import { resolveUrl } from '@gleaner/markup'
import { countryOfSite, parseDate, parsePrice, readAvailability, readCurrency } from '@gleaner/values'
import type { Meta } from '../page-index/page-index.ts'
import { PRICE_WORDS } from '../price-words.ts'
import type { JsonObject } from './jsonld.ts'
import { META_FIELDS, OG_TYPES } from './meta-fields.ts'

/** Meta values by name, in their order. */
export type MetaValues = Map<string, string[]>

export function metaValues(metas: readonly Meta[]): MetaValues {
  const values: MetaValues = new Map()
  for (const { key, content } of metas) {
    if (!content) continue
    const list = values.get(key)
    if (list) list.push(content)
    else values.set(key, [content])
  }
  return values
}

/** All values of the first meta name that fills a field; empty without one. */
export function metaField(values: MetaValues, field: string): string[] {
  for (const name of META_FIELDS.get(field) ?? []) {
    const found = values.get(name)
    if (found) return found
  }
  return []
}

/** Open Graph, Twitter cards, Dublin Core and plain meta tags as one schema.org-like object; undefined without any. */
export function readOpenGraph(
  values: MetaValues,
  page: { url: string; language?: string | undefined },
): JsonObject | undefined {
  const object: JsonObject = {}
  const first = (field: string) => metaField(values, field)[0]
  const type = ogType(values)
  if (type) object['@type'] = type
  const product = type === 'Product'
  put(object, product ? 'name' : 'headline', first('headline'))
  for (const field of ['description', 'articleSection', 'sku', 'mpn', 'gtin', 'category', 'telephone'])
    put(object, field, first(field))
  put(object, 'url', first('url') && resolveUrl(page.url, first('url')!))
  if (type === 'VideoObject' || type === 'Movie') {
    const video = first('contentUrl')
    put(object, 'contentUrl', video && resolveUrl(page.url, video))
    put(object, 'duration', first('duration'))
  }
  const images = [
    ...new Set(metaField(values, 'image').flatMap((address) => resolveUrl(page.url, address) ?? [])),
  ]
  put(object, 'image', images.length > 1 ? images : images[0])
  put(object, 'brand', first('brand') && { '@type': 'Brand', name: first('brand') })
  // A shop's page has dates and an author too; they are not those of the product.
  for (const field of product ? [] : ['datePublished', 'dateModified', 'startDate', 'endDate']) {
    const written = first(field)
    put(object, field, written && parseDate(written, { language: page.language }))
  }
  put(object, 'author', product ? undefined : authors(metaField(values, 'author')))
  put(object, 'offers', offer(values, page))
  return Object.keys(object).length > 0 ? object : undefined
}

function ogType(values: MetaValues): string | undefined {
  const declared = values.get('og:type')?.[0]?.toLowerCase()
  const plain = declared?.slice(declared.lastIndexOf(':') + 1)
  const type = declared === undefined ? undefined : (OG_TYPES[declared] ?? OG_TYPES[plain!])
  if (type && type !== 'WebSite') return type
  if (values.has('product:price:amount') || values.has('og:price:amount')) return 'Product'
  if (values.has('article:published_time')) return 'Article'
  if (values.has('citation_title')) return 'ScholarlyArticle'
  return type
}

function authors(written: readonly string[]): unknown {
  const names = written.filter((name) => !/^https?:|^@|^\d+$/.test(name))
  if (names.length === 0) return undefined
  const people = names.map((name) => ({ '@type': 'Person', name }))
  return people.length === 1 ? people[0] : people
}

function offer(
  values: MetaValues,
  { url, language }: { url: string; language?: string | undefined },
): JsonObject | undefined {
  const country = countryOfSite(URL.parse(url)?.hostname ?? '', language)
  const written = metaField(values, 'price')[0] ?? labelled(values, PRICE_LABEL)
  const price = written ? parsePrice(written, country ? { country } : {}) : undefined
  const declared = metaField(values, 'priceCurrency')[0]
  const currency = (declared && readCurrency(declared, country)) ?? price?.currency
  const availability = metaField(values, 'availability')[0] ?? labelled(values, /availab|verfügbar|stock/i)
  const offer: JsonObject = {}
  put(offer, 'price', price && /^\d+(\.\d+)?$/.test(written!.trim()) ? Number(written) : price?.amount)
  put(offer, 'priceCurrency', price && currency)
  put(offer, 'availability', availability && readAvailability(availability))
  return Object.keys(offer).length > 0 ? { '@type': 'Offer', ...offer } : undefined
}

const PRICE_LABEL = new RegExp(PRICE_WORDS, 'i')

/** The value of a Twitter card's `label1`/`data1` pair. */
function labelled(values: MetaValues, label: RegExp): string | undefined {
  for (const number of [1, 2]) {
    if (label.test(values.get(`twitter:label${number}`)?.[0] ?? ''))
      return values.get(`twitter:data${number}`)?.[0]
  }
  return undefined
}

function put(object: JsonObject, key: string, value: unknown): void {
  if (value !== undefined && value !== '' && value !== null) object[key] = value
}

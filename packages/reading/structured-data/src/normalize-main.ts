import { resolveUrl } from '@gleaner/markup'
import { isObject } from '@gleaner/runtime/is-object'
import {
  countryOfSite,
  parseDate,
  parsePrice,
  printedAvailability,
  readAvailability,
  readCurrency,
} from '@gleaner/values'
import { withTerms } from './entities/offer-terms.ts'
import { withTotalTime } from './entities/total-time.ts'
import type { JsonObject } from './syntaxes/jsonld.ts'

const PRICES = new Set(['price', 'lowPrice', 'highPrice', 'minPrice', 'maxPrice'])
const DATES = new Set([
  'datePublished',
  'dateModified',
  'dateCreated',
  'uploadDate',
  'startDate',
  'endDate',
  'datePosted',
  'validThrough',
  'priceValidUntil',
])
const COUNTS = new Set([
  'ratingValue',
  'reviewCount',
  'ratingCount',
  'bestRating',
  'worstRating',
  'offerCount',
  'numberOfItems',
  'position',
])
const URL_FIELDS = new Set(['url', 'image', 'contentUrl', 'thumbnailUrl', 'embedUrl', 'logo'])
const MAX_DEPTH = 12

/** The object with its values in one form: prices and counts as numbers, days as ISO 8601, short enumeration names, absolute addresses. */
export function normalizeMain(object: JsonObject, base: string, language: string | undefined): JsonObject {
  const country = countryOfSite(URL.parse(base)?.hostname ?? '', language)
  const inner = (value: unknown, key: string, depth: number): unknown => {
    if (depth > MAX_DEPTH) return undefined
    if (Array.isArray(value))
      return value.map((entry) => inner(entry, key, depth + 1)).filter((entry) => entry !== undefined)
    if (isObject(value)) {
      const out: JsonObject = {}
      for (const [name, entry] of Object.entries(value)) {
        const made = inner(entry, name, depth + 1)
        if (made !== undefined) out[name] = made
      }
      // Markup may give a price twice, or each of several sizes' on one offer: the product is to be had from the least on.
      if (Array.isArray(out.price) && out.price.every((price) => typeof price === 'number'))
        out.price = Math.min(...out.price)
      // Shops write 0 as the price of what is sold out.
      if (out.price === 0 && out.availability === 'OutOfStock') delete out.price
      return withTotalTime(withTerms(out))
    }
    if (typeof value !== 'string') return value
    return plain(value, key, base, language, country)
  }
  return inner(object, '', 0) as JsonObject
}

function plain(
  value: string,
  key: string,
  base: string,
  language: string | undefined,
  country: string | undefined,
): unknown {
  if (PRICES.has(key)) return readPrice(value, country) ?? value
  if (key === 'priceCurrency' || key === 'salaryCurrency' || key === 'currency')
    return readCurrency(value, country) ?? value
  // A sentence is no availability: what says none is left out.
  if (key === 'availability') return readAvailability(value) ?? printedAvailability(value)
  if (
    key === 'itemCondition' ||
    key === 'employmentType' ||
    key === 'eventStatus' ||
    key === 'eventAttendanceMode'
  )
    return value.replace(/^https?:\/\/schema\.org\//i, '')
  if (DATES.has(key)) return parseDate(value, { language }) ?? value
  if (COUNTS.has(key)) return /^\d+([.,]\d+)?$/.test(value) ? Number(value.replace(',', '.')) : value
  if (URL_FIELDS.has(key) && !/^data:/.test(value)) return resolveUrl(base, value) ?? value
  return value
}

/** Markup writes a decimal point; anything else is parsed as a printed price. */
function readPrice(value: string, country: string | undefined): number | undefined {
  const text = value.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  return parsePrice(text, country ? { country } : {})?.amount
}

import { isObject } from '@gleaner/runtime/is-object'
import { countryOfSite, parseNumber, parsePrice, readAvailability, readCurrency } from '@gleaner/values'
import type { PageIdentity } from '../entities/main-entity.ts'
import { similarity } from '../entities/similarity.ts'
import type { PageIndex } from '../page-index/page-index.ts'
import type { JsonObject } from './jsonld.ts'
import { readScriptValues } from './read-script-values.ts'
import { STATE_KEYS } from './state-keys.ts'

/** Objects of page state that are looked at; breadth first, since the page's subject stands near the top. */
const MOST_OBJECTS = 30_000
const WORTH_READING =
  /(?:price|sku|product_?id|productId|ecomm_prodid|availability|in_?stock)\w{0,20}["']?\s*:/i

interface Candidate {
  fields: Record<string, unknown>
  score: number
}

/** The page's product in the data of its scripts (state stores, data layers); undefined when none is about this page's product. */
export function readEmbeddedProduct(index: PageIndex, page: PageIdentity): JsonObject | undefined {
  const values = readScriptValues(index.scripts, (text) => WORTH_READING.test(text))
  const candidates = findCandidates(values, page).sort((a, b) => b.score - a.score)
  const best = candidates[0]
  if (!best) return undefined
  const fields = { ...best.fields }
  for (const other of candidates.slice(1, 6)) {
    if (!isSameProduct(best.fields, other.fields)) continue
    for (const [field, value] of Object.entries(other.fields)) fields[field] ??= value
  }
  const country = countryOfSite(URL.parse(page.url)?.hostname ?? '', index.language)
  return toProduct(fields, country, index)
}

function findCandidates(values: readonly JsonObject[], page: PageIdentity): Candidate[] {
  const candidates: Candidate[] = []
  const queue: unknown[] = [...values]
  for (let at = 0; at < queue.length && at < MOST_OBJECTS; at++) {
    const value = queue[at]
    if (Array.isArray(value)) {
      for (const entry of value.slice(0, 300))
        if (typeof entry === 'object' && entry !== null) queue.push(entry)
      continue
    }
    const object = value as JsonObject
    const candidate = judge(object, page)
    if (candidate) candidates.push(candidate)
    for (const key in object) {
      const child = object[key]
      if (typeof child === 'object' && child !== null) queue.push(child)
    }
  }
  return candidates
}

function judge(object: JsonObject, page: PageIdentity): Candidate | undefined {
  const fields: Record<string, unknown> = {}
  const ranks: Record<string, number> = {}
  for (const key in object) {
    const known = STATE_KEYS.get(key.toLowerCase())
    const value = object[key]
    if (
      !known ||
      value === null ||
      value === undefined ||
      value === '' ||
      (ranks[known.field] ?? 99) <= known.rank
    )
      continue
    fields[known.field] = key.toLowerCase().includes('out') || /soldout/i.test(key) ? !value : value
    ranks[known.field] = known.rank
  }
  const id = fields.sku ?? fields.productID
  if (fields.price === undefined && id === undefined) return undefined
  const name = plainText(fields.name)
  const match = name ? Math.max(0, ...page.titles.map((title) => nameMatch(title, name))) : 0
  const inAddress = isInAddress(fields.sku, page.url) || isInAddress(fields.productID, page.url)
  if (match < 0.75 && !inAddress) return undefined
  const known = Object.keys(fields).length
  return {
    fields,
    score: match * 6 + (inAddress ? 4 : 0) + Math.min(known, 8) * 0.5 + (fields.price === undefined ? 0 : 2),
  }
}

/** A name of one common word must not match every headline that has it. */
function nameMatch(title: string, name: string): number {
  const shorter = Math.min(title.length, name.length)
  const longer = Math.max(title.length, name.length)
  return shorter < 5 || shorter < longer * 0.2 ? 0 : similarity(title, name)
}

function isInAddress(id: unknown, url: string): boolean {
  const text = plainText(id)?.toLowerCase()
  if (text === undefined || text.length < 4 || !/\d/.test(text)) return false
  const address = url.toLowerCase()
  const at = address.indexOf(text)
  return (
    at > 8 &&
    !/[a-z\d]/.test(address[at + text.length] ?? '') &&
    !/\d/.test(/\d$/.test(address[at - 1]!) && /^\d/.test(text) ? '1' : '')
  )
}

function isSameProduct(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const [left, right] = [plainText(a.sku ?? a.productID), plainText(b.sku ?? b.productID)]
  if (left && right) return left === right
  const [nameA, nameB] = [plainText(a.name), plainText(b.name)]
  return Boolean(nameA && nameB && similarity(nameA, nameB) === 1)
}

function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.length <= 500 ? value : undefined
  if (typeof value === 'number') return String(value)
  if (isObject(value)) return plainText(value.name ?? value.value ?? value.text ?? value.label)
  return undefined
}

function toProduct(
  fields: Record<string, unknown>,
  country: string | undefined,
  index: PageIndex,
): JsonObject {
  const product: JsonObject = { '@type': 'Product' }
  for (const field of ['name', 'sku', 'productID', 'gtin', 'mpn'])
    put(product, field, plainText(fields[field]))
  const brand = plainText(fields.brand)
  put(product, 'brand', brand && { '@type': 'Brand', name: brand })
  const price = readPrice(fields.price, country)
  const offer: JsonObject = {}
  put(offer, 'price', price && inMajorUnit(price.amount, index))
  put(
    offer,
    'priceCurrency',
    price && (readCurrency(plainText(fields.currency) ?? '', country) ?? price.currency),
  )
  put(offer, 'availability', readStock(fields.availability))
  if (Object.keys(offer).length > 0) product.offers = { '@type': 'Offer', ...offer }
  const [rating, count] = [
    parseNumber(plainText(fields.rating) ?? ''),
    parseNumber(plainText(fields.ratingCount) ?? ''),
  ]
  if (rating && count)
    product.aggregateRating = { '@type': 'AggregateRating', ratingValue: rating, reviewCount: count }
  return product
}

/** Shops keep cents in their state; what the page shows tells which of the two a whole number is. */
function inMajorUnit(amount: number, index: PageIndex): number {
  if (!Number.isInteger(amount) || amount < 100) return amount
  return isShown(amount / 100, index) && !isShown(amount, index) ? amount / 100 : amount
}

/** Whether a short text of the page is the amount. */
export function isShown(amount: number, { texts }: PageIndex): boolean {
  const digits = String(amount).replace('.', '')
  return texts.some(
    ({ value }) =>
      value.length < 60 && value.replace(/\D/g, '').includes(digits) && parsePrice(value)?.amount === amount,
  )
}

/** A price in state is a number, a text, or an object around one of them. */
function readPrice(
  value: unknown,
  country: string | undefined,
  depth = 0,
): { amount: number; currency?: string } | undefined {
  if (typeof value === 'number') return value > 0 && Number.isFinite(value) ? { amount: value } : undefined
  if (typeof value === 'string') {
    if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value) > 0 ? { amount: Number(value) } : undefined
    const price = parsePrice(value, country ? { country } : {})
    return price && price.amount > 0 ? price : undefined
  }
  if (!isObject(value) || depth > 2) return undefined
  for (const key of [
    'current',
    'sale',
    'now',
    'final',
    'selling',
    'value',
    'amount',
    'price',
    'salePrice',
    'currentPrice',
    'finalPrice',
    'sales',
    'special',
    'formatted',
    'displayPrice',
    'min',
    'regular',
    'list',
  ]) {
    const price = readPrice(value[key], country, depth + 1)
    if (!price) continue
    const currency = readCurrency(
      plainText(value.currency ?? value.currencyCode ?? value.currencyIso) ?? '',
      country,
    )
    return currency ? { ...price, currency } : price
  }
  return undefined
}

function readStock(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'InStock' : 'OutOfStock'
  if (typeof value === 'number') return value > 0 ? 'InStock' : 'OutOfStock'
  const text = plainText(value)
  if (text === undefined) return undefined
  return /^\d+$/.test(text) ? (Number(text) > 0 ? 'InStock' : 'OutOfStock') : readAvailability(text)
}

function put(object: JsonObject, key: string, value: unknown): void {
  if (value !== undefined && value !== '') object[key] = value
}

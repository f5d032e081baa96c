import { isObject } from '@gleaner/runtime/is-object'
import { isAvailable, parseDate, parseNumber, parsePrice, readAvailability } from '@gleaner/values'
import { plainKey } from './aliases.ts'

/** Fields that say in one word what an object is, for a schema that wants a word or a number of it. */
const TEXT_FIELDS = [
  'name',
  'headline',
  'text',
  '@value',
  'value',
  'url',
  'contentUrl',
  'alternateName',
  '@id',
]
const NUMBER_FIELDS = [
  'price',
  'value',
  'amount',
  'ratingValue',
  'lowPrice',
  'minValue',
  '@value',
  'userInteractionCount',
]
const YES = new Set(['true', 'yes', 'y', '1', 'on', 'ja', 'oui', 'si', 'sí', 'sim', 'да', 'tak', 'はい'])
const NO = new Set(['false', 'no', 'n', '0', 'off', 'nein', 'non', 'não', 'нет', 'nie', 'いいえ'])
const ADDRESS_FIELDS = ['streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry']

/** A value as a string in the schema's `format`; undefined when it is none. */
export function toText(value: unknown, format: unknown): string | undefined {
  const text = plainText(value)
  if (text === undefined) return undefined
  switch (format) {
    case 'date':
      return parseDate(text, { dayOnly: true })?.slice(0, 10)
    case 'date-time': {
      const date = parseDate(text)
      return date && (date.includes('T') ? date : `${date}T00:00:00Z`)
    }
    case 'uri':
    case 'url':
    case 'iri':
      return URL.canParse(text) ? text : undefined
    case 'email':
      return /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text.replace(/^mailto:/i, ''))
        ? text.replace(/^mailto:/i, '')
        : undefined
    default:
      return text
  }
}

function plainText(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (depth > 4) return undefined
  if (Array.isArray(value)) {
    const texts = value.slice(0, 50).flatMap((entry) => plainText(entry, depth + 1) ?? [])
    return isObject(value[0]) && value[0]['@type'] === 'Person' ? texts.join(', ') || undefined : texts[0]
  }
  if (!isObject(value)) return undefined
  if (value['@type'] === 'PostalAddress' || value.streetAddress !== undefined) {
    const address = ADDRESS_FIELDS.flatMap((field) => plainText(value[field], depth + 1) ?? [])
    if (address.length > 0) return address.join(', ')
  }
  const range = rangeText(value)
  if (range) return range
  for (const field of TEXT_FIELDS) {
    const text = plainText(value[field], depth + 1)
    if (text !== undefined) return text
  }
  return isObject(value.address) ? plainText(value.address, depth + 1) : undefined
}

/** `MonetaryAmount {currency: EUR, value: {minValue: 50000, maxValue: 70000, unitText: YEAR}}` is `50000–70000 EUR per year`. */
function rangeText(amount: Record<string, unknown>): string | undefined {
  const inner = isObject(amount.value) ? amount.value : amount
  const [least, most] = [inner.minValue, inner.maxValue].map((end) => toNumber(end))
  const value = least !== undefined || most !== undefined ? undefined : toNumber(inner.value)
  const ends = [...new Set([least, most, value].filter((end) => end !== undefined))]
  const { currency } = amount
  if (ends.length === 0 || (value !== undefined && currency === undefined)) return undefined
  const unit = [inner.unitText, amount.unitText].find((text) => typeof text === 'string')
  return [ends.join('–'), currency, unit && `per ${String(unit).toLowerCase()}`]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')
}

/** A value as a number: `"$1,299.99"` gives 1299.99; undefined when it holds none. */
export function toNumber(value: unknown, depth = 0): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'string') {
    const text = value.trim()
    if (/^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/.test(text)) return Number(text)
    return text.length > 200 ? undefined : (parsePrice(text)?.amount ?? parseNumber(text))
  }
  if (depth > 4) return undefined
  if (Array.isArray(value)) {
    for (const entry of value.slice(0, 50)) {
      const number = toNumber(entry, depth + 1)
      if (number !== undefined) return number
    }
    return undefined
  }
  if (!isObject(value)) return undefined
  for (const field of NUMBER_FIELDS) {
    const number = value[field] === undefined ? undefined : toNumber(value[field], depth + 1)
    if (number !== undefined) return number
  }
  return undefined
}

/** A value as a boolean: `"In stock"` gives true, a count is true above 0; undefined when it says neither. */
export function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value > 0
  if (Array.isArray(value))
    return value
      .slice(0, 50)
      .map(toBoolean)
      .find((entry) => entry !== undefined)
  if (typeof value !== 'string') return undefined
  const text = value.trim().toLowerCase()
  if (YES.has(text)) return true
  if (NO.has(text)) return false
  const availability = readAvailability(text)
  return availability && isAvailable(availability)
}

/** The member of an enumeration that a value means, whatever its letter case and separators; a schema.org address by its last part. */
export function toMember(value: unknown, members: readonly unknown[]): unknown {
  if (members.includes(value)) return value
  const text = plainText(value)
  if (text === undefined) return undefined
  const known = spellings.get(members) ?? spellingsOf(members)
  spellings.set(members, known)
  const [whole, end] = [plainKey(text), plainKey(text.slice(text.lastIndexOf('/') + 1))]
  const places = [known.plain.get(whole), known.plain.get(end)].filter((place) => place !== undefined)
  if (places.length > 0) return members[Math.min(...places)]
  const availability = readAvailability(text)
  const place = availability && known.availability.get(availability)
  return place === undefined ? undefined : members[place]
}

/** Where in an enumeration each spelling first stands, and each availability. */
interface Spellings {
  plain: Map<string, number>
  availability: Map<string, number>
}

/** By enumeration: a long one is asked about for every value. */
const spellings = new WeakMap<readonly unknown[], Spellings>()

function spellingsOf(members: readonly unknown[]): Spellings {
  const plain = new Map<string, number>()
  const availability = new Map<string, number>()
  members.forEach((member, place) => {
    if (member === null || typeof member === 'object') return
    const key = plainKey(String(member))
    if (!plain.has(key)) plain.set(key, place)
    const state = typeof member === 'string' ? readAvailability(member) : undefined
    if (state !== undefined && !availability.has(state)) availability.set(state, place)
  })
  return { plain, availability }
}

/** A value as a whole number. */
export function toInteger(value: unknown): number | undefined {
  const number = toNumber(value)
  return number === undefined ? undefined : Math.round(number)
}

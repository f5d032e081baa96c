import { isObject } from '@gleaner/runtime/is-object'
import {
  isAvailable,
  parseDate,
  parseDuration,
  parseNumber,
  parsePrice,
  readAvailability,
} from '@gleaner/values'
import { plainKey } from './aliases.ts'
import { sayInText } from './say-in-text.ts'

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
/** A value as a string in the schema's `format`; undefined when it is none. */
export function toText(value: unknown, format: unknown): string | undefined {
  const text = sayInText(value)
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

/** A value as a length of time in the unit of so many `seconds`; undefined when it is none. */
export function toDuration(value: unknown, seconds: number): number | undefined {
  const text = sayInText(value)
  const length = text === undefined ? undefined : parseDuration(text)
  // Templates write PT0M where they know nothing.
  return length ? Math.round((length / seconds) * 100) / 100 : undefined
}

/** A value as a number: `"$1,299.99"` gives 1299.99; undefined when it holds none. */
export function toNumber(value: unknown, depth = 0): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'string') {
    const text = value.trim()
    if (/^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/.test(text)) return Number(text)
    // An address has digits, and is no number.
    if (/^[a-z]+:\/\//i.test(text)) return undefined
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
  const text = sayInText(value)
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

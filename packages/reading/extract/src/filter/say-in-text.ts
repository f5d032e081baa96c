import { isObject } from '@gleaner/runtime/is-object'
import { unitOfCode } from '@gleaner/values'

/** Fields that say in one text what an object is. */
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
/** Types whose text is what they are, and whose name is its heading. */
const TEXT_FIRST: ReadonlySet<unknown> = new Set([
  'HowToStep',
  'HowToDirection',
  'HowToTip',
  'Answer',
  'Comment',
  'Review',
  'Quotation',
])
/** What it is called says less than what it is. */
const VALUE_FIRST: ReadonlySet<unknown> = new Set(['PropertyValue', 'QuantitativeValue'])
const VALUE_FIRST_FIELDS = ['value', 'propertyID', ...TEXT_FIELDS]
const TEXT_FIRST_FIELDS = ['text', 'reviewBody', 'description', ...TEXT_FIELDS]
const ADDRESS_FIELDS = ['streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry']
/** A member of one of schema.org's enumerations. */
const MEMBER = /^https?:\/\/schema\.org\/([A-Z]\w{1,60})$/
const MAX_DEPTH = 4

/** What a value says in one text: an object by its name, a step by its text, an address in a line; undefined when it says nothing. */
export function sayInText(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.trim().replace(MEMBER, '$1') || undefined
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (depth > MAX_DEPTH) return undefined
  if (Array.isArray(value)) return sayList(value, depth)
  if (!isObject(value)) return undefined
  return addressText(value, depth) ?? rangeText(value) ?? fieldText(value, depth)
}

/** People are all named, and so are words (`American, German`); of anything else the first is. */
function sayList(list: readonly unknown[], depth: number): string | undefined {
  const texts = list.slice(0, 50).flatMap((entry) => sayInText(entry, depth + 1) ?? [])
  const [first] = list
  const isPeople = isObject(first) && PEOPLE.has(first['@type'])
  return isPeople || (list.length <= MOST_WORDS && list.every((entry) => isWord(entry) || isNameOnly(entry)))
    ? [...new Set(texts)].join(', ') || undefined
    : texts[0]
}

/** Those who act are named all. */
const PEOPLE: ReadonlySet<unknown> = new Set([
  'Person',
  'PerformingGroup',
  'MusicGroup',
  'DanceGroup',
  'TheaterGroup',
  'SportsTeam',
])
/** More are the values of something else. */
const MOST_WORDS = 12
/** An object that is nothing but a name: a tool, a genre. */
function isNameOnly(value: unknown): boolean {
  if (!isObject(value)) return false
  const fields = Object.keys(value).filter((name) => !name.startsWith('@'))
  return fields.length === 1 && isWord(value.name)
}
/** A short text without digits, as names of kinds are. */
const isWord = (value: unknown) => typeof value === 'string' && /^[^\d:/@]{1,40}$/.test(value)

function fieldText(object: Record<string, unknown>, depth: number): string | undefined {
  for (const field of fieldsOf([object['@type']].flat())) {
    const text = sayInText(object[field], depth + 1)
    if (text !== undefined) return text
  }
  if (isObject(object.address)) return sayInText(object.address, depth + 1)
  const values = Object.entries(object).filter(([name]) => !name.startsWith('@'))
  const [[, only] = []] = values
  return values.length === 1 && typeof only !== 'object' ? sayInText(only, depth + 1) : undefined
}

function fieldsOf(types: readonly unknown[]): readonly string[] {
  if (types.some((type) => TEXT_FIRST.has(type))) return TEXT_FIRST_FIELDS
  return types.some((type) => VALUE_FIRST.has(type)) ? VALUE_FIRST_FIELDS : TEXT_FIELDS
}

function addressText(object: Record<string, unknown>, depth: number): string | undefined {
  if (object['@type'] !== 'PostalAddress' && object.streetAddress === undefined) return undefined
  return ADDRESS_FIELDS.flatMap((field) => sayInText(object[field], depth + 1) ?? []).join(', ') || undefined
}

/**
 * `MonetaryAmount {currency: EUR, value: {minValue: 50000, maxValue: 70000, unitText: YEAR}}` is `50000–70000 EUR per year`, and
 * `QuantitativeValue {value: 3, unitCode: KGM}` is `3 kg`.
 */
function rangeText(amount: Record<string, unknown>): string | undefined {
  const inner = isObject(amount.value) ? amount.value : amount
  const ends = [
    ...new Set([inner.minValue, inner.maxValue].map(plainNumber).filter((end) => end !== undefined)),
  ]
  const value = ends.length > 0 ? ends.join('–') : plainNumber(inner.value)
  if (value === undefined) return undefined
  const { currency } = amount
  const unit = [inner.unitText, amount.unitText].find((text) => typeof text === 'string')
  if (typeof currency === 'string' && currency !== '')
    return [value, currency, unit && `per ${String(unit).toLowerCase()}`].filter(Boolean).join(' ')
  const measure = unit ?? unitOfCode(String(inner.unitCode))?.name
  if (measure === undefined && ends.length === 0) return undefined
  return [value, measure].filter(Boolean).join(' ')
}

function plainNumber(value: unknown): number | undefined {
  const number =
    typeof value === 'number'
      ? value
      : Number(
          String(value ?? '')
            .replaceAll(',', '')
            .trim() || Number.NaN,
        )
  return Number.isFinite(number) ? number : undefined
}

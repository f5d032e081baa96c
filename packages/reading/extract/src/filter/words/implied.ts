import { isObject } from '@gleaner/runtime/is-object'
import { entriesWithin } from './entries-within.ts'
import { nameWords } from './name-words.ts'

/** What a thing is called, described by or about says nothing of what it is or has. */
const NAMES: ReadonlySet<string> = new Set([
  'name',
  'headline',
  'title',
  'text',
  'description',
  'url',
  'sameAs',
  'availability_assumed',
  'keywords',
  'about',
  'mentions',
  'genre',
  'category',
  'articleSection',
  'breadcrumb',
  'itemListElement',
])
/** What is one of a pair is not the other. */
const PAIRS = [
  ['online', 'offline'],
  ['new', 'used'],
]
const OPPOSITES: ReadonlyMap<string, string> = new Map(
  PAIRS.map((pair) => pair.flatMap(nameWords)).flatMap(([one, other]) => [
    [one!, other!],
    [other!, one!],
  ]),
)
const FREE = nameWords('free')
const MOST_WORDS = 5
const MOST_VALUES = 500
const SCHEMA_ORG = /^https?:\/\/schema\.org\//i

/**
 * Whether a short value that an entity declares says what a yes-or-no question asks: `is_gluten_free` of `suitableForDiet:
 * GlutenFreeDiet`. A feature that is declared as not there is no. Undefined where nothing says it.
 */
export function impliedBy(asked: string, entity: unknown): boolean | undefined {
  const words = nameWords(asked)
  const [opposite] = words.length === 1 ? words.flatMap((word) => OPPOSITES.get(word) ?? []) : []
  for (const { said, isThere } of sayings(entity)) {
    if (saysAll(said, words)) return isThere
    if (opposite !== undefined && said.includes(opposite)) return !isThere
  }
  return undefined
}

/** In any order, or written together: `wifi` in `free wi fi`. */
function saysAll(said: readonly string[], words: readonly string[]): boolean {
  if (words.every((word) => said.includes(word))) return true
  const whole = words.join('')
  return said.some((_, from) =>
    said.some((_, to) => to >= from && said.slice(from, to + 1).join('') === whole),
  )
}

interface Saying {
  said: readonly string[]
  isThere: boolean
}

function* sayings(entity: unknown): Generator<Saying> {
  const isLeft = (key: string) => key.startsWith('@') || NAMES.has(key)
  for (const { key, value } of entriesWithin(entity, MOST_VALUES, isLeft)) {
    const said = key === 'price' ? freeOf(value) : sayingOf(value)
    if (said) yield said
  }
}

/** What has a price of 0 is free. */
function freeOf(price: unknown): Saying | undefined {
  const number = typeof price === 'number' || typeof price === 'string' ? Number(price) : Number.NaN
  return Number.isNaN(number) || price === '' ? undefined : { said: FREE, isThere: number === 0 }
}

const YES_OR_NO: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

/** `TELECOMMUTE`, or a feature that an object names. */
function sayingOf(value: unknown): Saying | undefined {
  if (isObject(value)) {
    const { name, value: given = true } = value
    const isThere = typeof given === 'string' ? YES_OR_NO.get(given.toLowerCase()) : given
    const isFeature = typeof isThere === 'boolean' && typeof name === 'string'
    return isFeature && isShort(name) ? { said: nameWords(name), isThere } : undefined
  }
  if (typeof value !== 'string') return undefined
  const text = value.replace(SCHEMA_ORG, '')
  return isShort(text) ? { said: nameWords(text), isThere: true } : undefined
}

const isShort = (text: string) =>
  text.length <= 60 && text.split(/\s+/).length <= MOST_WORDS && !/[/@]/.test(text)

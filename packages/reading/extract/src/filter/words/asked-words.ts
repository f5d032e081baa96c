import type { Dimension } from '@gleaner/values'
import { askedUnit } from '../asked-unit.ts'
import { nameWords, wordSet } from './name-words.ts'
import { PHRASES, stemsOf } from './phrases.ts'
import { remember } from './remember.ts'
import { SORTS } from './sorts.ts'

/** One way to read what a property asks for. */
export interface Reading {
  words: readonly string[]
  /** Words that were left out, as the value itself shows them: it has to be an address, a date, … */
  shown: readonly string[]
  /** What the unit that was left out measures: a value that says its own has to be of it. */
  measures?: Dimension
  /** The only property that is meant. */
  property?: string
  /** Asked is the opposite of what the property says. */
  isOpposite?: boolean
  /** Asked is the first of several things. */
  isFirst?: boolean
  /** Asked is how many there are. */
  isCount?: boolean
  /** How far it is from what was written. */
  cost: number
}

/** Words that praise a thing, and tell it from no other of its kind. */
const DECORATIVE = wordSet(
  'featured lead hero cover star total full main primary official customer user overall complete cooking list data text item actual listed listing initial buy range guest reported headquarters hq office contact working article per serving each own public required new short available attended profile personal screen live',
)
/** Units that a number is wanted in, beside those of measures. */
const UNITS = wordSet('minutes seconds secs hours usd eur gbp percent')
const COUNT = nameWords('count')[0]!
const COUNTED = /total|count|many|[^s]s$/i
const FIRST = nameWords('first')[0]!
/** A value that has to look like what was asked for is farther than one whose name says so. */
const SORT_COST = 1.5
const MOST_READINGS = 60

/** The ways to read a property's name, the closest first: as it stands, without decoration and units, and by the phrases that people use. */
export const readingsOf: (name: string) => readonly Reading[] = remember((name) => {
  const whole: Reading = { words: nameWords(name), shown: [], cost: 0, isCount: COUNTED.test(name) }
  const stems = new Set(stemsOf(name))
  const bare = without(whole, (word) => UNITS.has(word)).map((left) => ({ ...left, shown: [COUNT] }))
  const first = without(whole, (word) => word === FIRST).map((left) => ({ ...left, isFirst: true }))
  const plain = [whole, ...bare, ...first, ...withoutUnit(whole, name)].flatMap((reading) => [
    reading,
    ...without(reading, (word) => DECORATIVE.has(word)),
  ])
  const phrased = plain.flatMap((reading) => [reading, ...byWhom(reading), ...byPhrase(reading, stems)])
  const sorted = phrased.flatMap((reading) => [reading, ...withoutSort(reading)])
  return sorted.toSorted((a, b) => a.cost - b.cost).slice(0, MOST_READINGS)
})

/** Sorts of values that everything has: alone they ask for nothing in particular. */
const BARE = wordSet('url date name identifier type count')
const isBare = (word: string) => BARE.has(word)

/** Nothing where what is left would only say what sort of value is asked for. */
function without(reading: Reading, isLeft: (word: string) => boolean): Reading[] {
  const words = reading.words.filter((word) => !isLeft(word))
  const isTooLittle = words.length === 0 || (words.every(isBare) && !reading.words.every(isBare))
  return words.length === reading.words.length || isTooLittle
    ? []
    : [{ ...reading, words, cost: reading.cost + 1 }]
}

const BY = nameWords('by')[0]!

/** `directed_by` asks for the director. */
function byWhom({ words, shown, cost }: Reading): Reading[] {
  const at = words.indexOf(BY)
  const verb = words[at - 1]
  if (at !== words.length - 1 || verb === undefined) return []
  const before = words.slice(0, at - 1)
  return ['or', 'er'].flatMap((ending) => {
    const whom = nameWords(verb + ending)
    return [{ words: [...before, ...whom], shown, cost: cost + 1 }]
  })
}

/** `power_kw` asks for a power, in kilowatts; `engine_cc` for what an engine has of that dimension. */
function withoutUnit(reading: Reading, name: string): Reading[] {
  const unit = askedUnit(name)
  if (!unit) return []
  const said = nameWords(unit.word)
  if (said.join() === reading.words.join())
    return [{ ...reading, words: [], measures: unit.dimension, cost: 1 }]
  return without(reading, (word) => said.includes(word)).map((left) => ({
    ...left,
    measures: unit.dimension,
  }))
}

/** The readings with a property's own words in place of what people say for it, and what they say beside it. */
function byPhrase(reading: Reading, stems: ReadonlySet<string>): Reading[] {
  return PHRASES.flatMap(({ stems: written, words, property, propertyWords, isOpposite }) => {
    if (!written.every((word) => stems.has(word))) return []
    const rest = reading.words.filter((word) => !words.includes(word) && !propertyWords.includes(word))
    const cost = reading.cost + 1 + rest.length
    return [
      { ...reading, words: [...rest, ...propertyWords], property, cost, ...(isOpposite && { isOpposite }) },
    ]
  })
}

function withoutSort(reading: Reading): Reading[] {
  return SORTS.flatMap((sort) =>
    without(reading, (word) => word === sort).map((left) => ({
      ...left,
      shown: [...left.shown, sort],
      cost: left.cost + SORT_COST,
    })),
  )
}

import { isObject } from '@gleaner/runtime/is-object'
import { nameWords, wordSet } from './words/name-words.ts'

/** Seconds of the units that a schema names, by the words that name them. */
const UNITS: readonly (readonly [words: RegExp, seconds: number])[] = [
  [/\b(?:seconds?|secs?)\b/, 1],
  [/\b(?:minutes?|mins?)\b/, 60],
  [/\b(?:hours?|hrs?)\b/, 3_600],
  [/\bdays?\b/, 86_400],
  [/\bweeks?\b/, 604_800],
]
/** Where a schema asks for a length of time and names no unit. */
const MINUTE = 60
const TIME_WORDS = wordSet('duration time prep cook')

/** The unit in seconds in which a property's schema wants a length of time; undefined when it does not ask for one. */
export function timeUnit(name: string, schema: unknown): number | undefined {
  const described = isObject(schema) && typeof schema.description === 'string' ? schema.description : ''
  const said = `${name.replace(/([a-z])([A-Z])|[_-]/g, '$1 $2')} ${described.slice(0, 500)}`.toLowerCase()
  const unit = UNITS.find(([words]) => words.test(said))
  if (unit) return unit[1]
  return nameWords(name).some((word) => TIME_WORDS.has(word)) ? MINUTE : undefined
}

import { isObject } from '@gleaner/runtime/is-object'
import { parseDate } from '@gleaner/values'
import { nameWords } from './name-words.ts'

const ADDRESS = /^(?:https?:)?\/\/|^\//
const isAddress = (value: unknown) => typeof value === 'string' && ADDRESS.test(value)
const isDate = (value: unknown) =>
  typeof value === 'string' && (/^\d{4}$/.test(value) || parseDate(value) !== undefined)
/** An object that has a name as well is said by that. */
const isLink = (value: unknown) =>
  isAddress(value) ||
  (isObject(value) && value.name === undefined && isAddress(value.url ?? value.contentUrl))
const isText = (value: unknown) => typeof value === 'string' && !isAddress(value) && /\p{L}/u.test(value)
/** A number with its unit at most: one within a sentence counts nothing. */
const isCount = (value: unknown) =>
  /\d/.test(String(value)) && String(value).split(' ').length <= MOST_OF_COUNT
const MOST_OF_COUNT = 4

/** What a value of each sort looks like. */
const SORT: Readonly<Record<string, (value: unknown) => boolean>> = {
  url: isLink,
  date: isDate,
  image: isLink,
  name: (value) => isText(value) || (isObject(value) && isText(value.name)),
  identifier: (value) => typeof value === 'number' || (typeof value === 'string' && /\d/.test(value)),
  address: isText,
  type: isText,
  count: (value) => isCount(isObject(value) ? value.value : value),
}
const BY_WORD = new Map(Object.entries(SORT).map(([word, test]) => [nameWords(word)[0]!, test]))

/** Words that say what sort of value is asked for; a property need not say it as well. */
export const SORTS: readonly string[] = [...BY_WORD.keys()]

/** Whether a value is of the sort that a word names. */
export function isOfSort(word: string, value: unknown): boolean {
  const [first] = [value].flat()
  return BY_WORD.get(word)?.(first) ?? false
}

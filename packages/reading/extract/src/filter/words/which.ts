import { isObject } from '@gleaner/runtime/is-object'
import { nameWords } from './name-words.ts'

/** Properties that say which of several alike things an object is. */
const QUALIFIERS = [
  'contactType',
  'propertyID',
  'interactionType',
  'roleName',
  'priceType',
  'additionalType',
  'unitText',
  'dayOfWeek',
] as const
/** What such a property holds beside what is meant: an action's name, an address. */
const AROUND = /^https?:\/\/(?:www\.)?schema\.org\/|Action$/gi
/** As many as a week has days. */
const MOST_WORDS = 7

/** The words that tell an object from others of its kind (`contactPoint` for sales, the count of likes); none for what stands alone. */
export function whichOf(object: Record<string, unknown>): readonly string[] {
  const said = [nameOfValue(object), ...QUALIFIERS.map((key) => labelOf(object[key]))]
  const [label = ''] = said.filter((text) => text !== undefined && text !== '')
  return label.split(/\s+/).length <= MOST_WORDS ? nameWords(label) : []
}

/** A name beside a value is that value's. */
const nameOfValue = ({ name, value }: Record<string, unknown>) =>
  value !== undefined && typeof name === 'string' ? name : undefined

function labelOf(value: unknown): string | undefined {
  if (Array.isArray(value))
    return value
      .slice(0, MOST_WORDS)
      .flatMap((each) => labelOf(each) ?? [])
      .join(' ')
  const text = isObject(value) ? (value['@type'] ?? value.name) : value
  return typeof text === 'string' ? text.slice(0, 100).replace(AROUND, '') : undefined
}

import { measureOf } from '../asked-unit.ts'
import type { Reading } from './asked-words.ts'
import { nameWords, wordSet } from './name-words.ts'
import type { Place } from './places.ts'
import { isOfSort } from './sorts.ts'
import { WEAK_HEADS } from './weak-heads.ts'

/** What an entity is, in words: all of its type, and those that say it alone (`episode` of a `PodcastEpisode`). */
export interface Kind {
  type: ReadonlySet<string>
  heads: ReadonlySet<string>
}

/** Words before a property's own that make another property of it: a best rating is no rating. */
const RESTRICTING = wordSet(
  'assumed content star thumbnail logo image alternate alternative best end high low modified created next parent previous prior related start suggested sub super trans saturated unsaturated valid worst other additional regular original shipping return billing given family middle legal same',
)
/** What is asked of one of several things is asked of none that says not which. */
const WHICH_GAIN = 3
/** `podcast` of an episode may as well be the podcast that it is part of. */
const MODIFIER_COST = 4
/** Last words that any property may have: alone they tell none from another. */
const SAYS_NOTHING = wordSet('count name identifier')
/** Of two that are as far, the one nearer to what is written. */
const TIE = 0.01
/** The whole is asked for where nothing says which part. */
const [AGGREGATE] = nameWords('aggregate')
/** A number in a row is no count. */
const ORDINAL = /(?:^|\.)(?:\w+Number|position)$/

/** How far a place is from what is asked; undefined when it is something else. */
export function costOf(place: Place, reading: Reading, { type, heads }: Kind): number | undefined {
  const { own, leading, which, called, depth, value } = place
  const { words } = reading
  if (!maySay(place, reading)) return undefined
  const isNear = (word: string) => own.includes(word) || leading.includes(word)
  if (!words.every((word) => isNear(word) || type.has(word) || called.includes(word))) return undefined
  const isTheOne = which.some((word) => words.includes(word))
  const last = own.at(-1)!
  const head = isTheOne ? last : (own.findLast((word) => !WEAK_HEADS.has(word) && !type.has(word)) ?? last)
  const unit = reading.measures && measureOf(value)?.unit
  if (unit ? unit.dimension !== reading.measures : words.length === 0) return undefined
  const isHead =
    unit !== undefined || words.includes(head) || (words.includes(last) && !SAYS_NOTHING.has(last))
  const unasked = own.filter((word) => !words.includes(word))
  // What stands before a word that was asked for is part of what that means.
  const asked = Math.max(
    leading.findIndex((word) => words.includes(word)),
    0,
  )
  const restricting = [...unasked, ...leading.slice(asked).filter((word) => !words.includes(word))]
  if (!isHead || restricting.some((word) => RESTRICTING.has(word))) return undefined
  const around = leading.filter(
    (word) => !words.includes(word) && !which.includes(word) && word !== AGGREGATE,
  )
  const others = which.length > 0 && !isTheOne ? 1 : 0
  const far = words.filter((word) => !isNear(word))
  const byType = far.filter((word) => called.includes(word)).length
  const modifiers = far.filter((word) => !called.includes(word) && !heads.has(word)).length
  return (
    reading.cost * (1 + TIE) +
    unasked.length * 2 +
    around.length +
    others +
    byType +
    modifiers * MODIFIER_COST +
    depth -
    (isTheOne ? WHICH_GAIN : 0)
  )
}

/** Whether a place can be what a reading asks for at all: the property, the sort, a count, one of several. */
function maySay({ path, value, all = [] }: Place, reading: Reading): boolean {
  if (reading.property && !isProperty(path, reading.property)) return false
  if (reading.isFirst && (Array.isArray(value) ? value : all).length < 2) return false
  if (reading.isCount && ORDINAL.test(path)) return false
  return reading.shown.every((sort) => isOfSort(sort, value))
}

/** In singular or plural, somewhere on a path. */
function isProperty(path: string, property: string): boolean {
  return `.${path}.`.includes(`.${property}.`) || `.${path}.`.includes(`.${property}s.`)
}

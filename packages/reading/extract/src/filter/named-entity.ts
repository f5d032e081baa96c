import { typeNames } from '@gleaner/page-types'
import { isObject } from '@gleaner/runtime/is-object'
import { COMMON_WORDS } from './words/common-words.ts'
import { nameWords, wordSet } from './words/name-words.ts'
import { typeWords } from './words/type-words.ts'

/** Words in the names of types that say nothing of a kind: `page: {…}` is the page, whatever it is about. */
const NO_KINDS = wordSet(
  'page site web item thing work creative object content part data list entry result media series',
)
const KINDS: ReadonlySet<string> = new Set(
  typeNames()
    .flatMap(nameWords)
    .filter((word) => !NO_KINDS.has(word)),
)

/** What an object of that name is filled from: the entities of the kind that it names, or the page's own where it names none (`details`, `data`). */
export function holdersOf(
  name: string,
  entities: readonly unknown[],
): { holders: readonly unknown[]; isNamed: boolean } {
  const kind = nameWords(name).at(-1)
  if (kind === undefined || !KINDS.has(kind)) return { holders: entities, isNamed: false }
  const holders = entities.filter((entity) => isObject(entity) && typeWords(entity).has(kind))
  return { holders, isNamed: true }
}

/** Whether an object has more than what any page has. */
export function isTelling(filled: Record<string, unknown>): boolean {
  return Object.keys(filled).some((name) => nameWords(name).some((word) => !COMMON_WORDS.has(word)))
}

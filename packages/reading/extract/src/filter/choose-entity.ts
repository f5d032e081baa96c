import { familyOf, familyRank } from '@gleaner/page-types'
import { isObject } from '@gleaner/runtime/is-object'
import { ownValues } from './find-value.ts'
import { COMMON_WORDS } from './words/common-words.ts'
import { findByWords } from './words/find-by-words.ts'
import { nameWords } from './words/name-words.ts'

type Fields = Record<string, unknown>

/** Declared entities that are held against a schema. */
const MOST_ENTITIES = 40
/** More of one type than this are entries of a list, of which none is what a page is asked for. */
const MOST_ALIKE = 2
/** What nearly every entity has says little of which one is meant. */
const COMMON_WEIGHT = 0.2
/** Parts of what a page says that name their own kind when they are asked for. */
const ASIDES: ReadonlySet<string> = new Set([
  'Review',
  'CriticReview',
  'Comment',
  'Rating',
  'WebPage',
  'WebSite',
])

/**
 * The page's sources with the entity first that has most of what a schema asks: beside the article on a page stands the recipe
 * or the organization that a caller is after. `main`, which comes first, keeps its place unless another has clearly more.
 */
export function byWhatIsAsked(
  asked: readonly string[],
  sources: readonly unknown[],
  entities: readonly unknown[],
): { first: readonly unknown[]; others: readonly unknown[] } {
  const candidates = single(entities.filter(isObject).flatMap(withMainEntity)).slice(0, MOST_ENTITIES)
  if (candidates.length === 0) return { first: sources, others: [] }
  let chosen: Fields | undefined
  let most = scoreOf(asked, sources[0]) + COMMON_WEIGHT
  for (const entity of candidates) {
    const score = scoreOf(asked, entity)
    if (score > most) [chosen, most] = [entity, score]
  }
  const others = candidates.filter((entity) => entity !== chosen)
  return { first: chosen ? [chosen, ...sources] : sources, others }
}

/** A page that declares itself says in it what it is about. */
function withMainEntity(entity: Fields): Fields[] {
  return [entity, ...[entity.mainEntity].flat().slice(0, MOST_ALIKE).filter(isObject)]
}

/** What an entity has of what is asked, in properties; one that nearly all have counts little. */
function scoreOf(asked: readonly string[], entity: unknown): number {
  if (!isObject(entity)) return 0
  let score = 0
  for (const name of asked) {
    const [spot] = ownValues(name, entity)
    if (spot?.value === undefined && findByWords(name, entity).length === 0) continue
    score += nameWords(name).every((word) => COMMON_WORDS.has(word)) ? COMMON_WEIGHT : 1
  }
  return score
}

/** Without what stands on a page many times, and what is said of the page itself. */
function single(entities: readonly Fields[]): Fields[] {
  const counts = new Map<string, number>()
  for (const { '@type': type } of entities) {
    const key = String(type)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return entities.filter(({ '@type': type }) => {
    const family = familyOf(type)
    return (
      family !== undefined &&
      familyRank(family) > 0 &&
      counts.get(String(type))! <= MOST_ALIKE &&
      ![type].flat().some((name) => ASIDES.has(name as string))
    )
  })
}

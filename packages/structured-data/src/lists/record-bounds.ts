import { childElements, ELEMENT, type Element, TEXT } from '@gleaner/markup'
import { shortText } from '../page-index/short-text.ts'

/** An entry: an element, with what follows it up to the next entry where a list has no element for each. */
export type Record = readonly Element[]

/** Share of entries that something must follow, for it to be a part of the entry. */
const FOLLOWED = 0.8
const MOST_FOLLOWING = 6
/** Outermost elements that are climbed to. */
const MOST_LEVELS = 8

/** Each element's whole entry: the outermost element around it that holds no other one, and what follows where entries have no element of their own. */
export function recordBounds(elements: readonly Element[]): Record[] {
  const outer = outermost(elements)
  const following = outer.map((element, at) => partsBehind(element, outer[at + 1]))
  const followed = following.slice(0, -1).filter((parts) => parts.some(hasText)).length
  const isFollowed = followed >= (outer.length - 1) * FOLLOWED && outer.length > 2
  return outer.map((element, at) => (isFollowed ? [element, ...following[at]!] : [element]))
}

function outermost(elements: readonly Element[]): Element[] {
  let level = [...elements]
  for (let climbed = 0; climbed < MOST_LEVELS; climbed++) {
    const parents = level.map(({ parent }) => (parent?.type === ELEMENT ? parent : undefined))
    if (parents.some((parent) => !parent || parent.tag === 'body' || parent.tag === 'main')) break
    if (new Set(parents).size < parents.length) break
    level = parents as Element[]
  }
  return level
}

/** The siblings between an entry and the next one. */
function partsBehind(element: Element, next: Element | undefined): Element[] {
  const { parent } = element
  if (!parent || (next && next.parent !== parent)) return []
  const siblings = childElements(parent)
  const start = placeOf(siblings, element) + 1
  const end = next ? placeOf(siblings, next) : Math.min(siblings.length, start + MOST_FOLLOWING)
  return end - start > MOST_FOLLOWING ? [] : siblings.slice(start, end)
}

const places = new WeakMap<Element, number>()

/** Places are noted once for all siblings: a list of 100,000 must not be searched 100,000 times. */
function placeOf(siblings: readonly Element[], element: Element): number {
  if (places.get(element) === undefined || siblings[places.get(element)!] !== element)
    for (const [at, sibling] of siblings.entries()) places.set(sibling, at)
  return places.get(element)!
}

function hasText(element: Element): boolean {
  return (
    element.children.some(({ type }) => type === TEXT || type === ELEMENT) && shortText(element, 20) !== ''
  )
}

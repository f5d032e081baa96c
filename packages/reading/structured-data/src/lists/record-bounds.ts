import { ELEMENT, type Element, TEXT } from '@gleaner/markup'
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
  const parts: Element[] = []
  if (next && next.parent !== element.parent) return parts
  const siblings = element.parent?.children ?? []
  for (let at = placeOf(element) + 1; at < siblings.length; at++) {
    const sibling = siblings[at]!
    if (sibling === next) return parts
    if (sibling.type !== ELEMENT) continue
    if (parts.length === MOST_FOLLOWING) return next ? [] : parts
    parts.push(sibling)
  }
  return parts
}

const places = new WeakMap<Element, number>()

/** An element's place among its siblings, noted once for all of them: a list of 100,000 must not be searched 100,000 times. */
function placeOf(element: Element): number {
  const siblings = element.parent?.children ?? []
  const known = places.get(element)
  if (known !== undefined && siblings[known] === element) return known
  for (const [at, sibling] of siblings.entries()) if (sibling.type === ELEMENT) places.set(sibling, at)
  return places.get(element)!
}

function hasText(element: Element): boolean {
  return (
    element.children.some(({ type }) => type === TEXT || type === ELEMENT) && shortText(element, 20) !== ''
  )
}

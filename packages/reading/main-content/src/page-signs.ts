import { ELEMENT, type Element, TEXT, visibleText } from '@gleaner/markup'
import type { PageSigns } from '@gleaner/page-types'
import type { Posts } from './find-posts.ts'
import { readManualSigns } from './manual-signs.ts'
import type { Outline } from './outline.ts'
import type { TextValue } from './text-value.ts'

/** A currency sign or code next to a number. */
export const PRICE = /[$€£¥₹]\s?\d|\d\s?(?:€|kr|zł|USD|EUR)/

/** Counts what shows a page's type in its body. `focus` is the index of the element with its best running text. */
export function readSigns(
  outline: Outline,
  { own, good }: TextValue,
  focus: number,
  posts: Posts | undefined,
  clutter: Uint8Array,
): PageSigns {
  const { elements, ownText } = outline
  const isPriceTag = (element: Element, i: number) =>
    ownText[i]! > 0 && ownText[i]! < 40 && showsPrice(element)
  return {
    prices: elements.filter(isPriceTag).length,
    ...readManualSigns(outline),
    inArticle: isInArticle(elements[focus]!),
    focus: good[0]! > 0 ? good[focus]! / good[0]! : 0,
    density: outline.text[focus]! > 0 ? good[focus]! / outline.text[focus]! : 0,
    goodText: good[0]!,
    posts: posts?.bodies.length ?? 0,
    inPosts: posts && !areOffers(posts, outline) ? shareOf(posts, outline, own, clutter) : 0,
    areSigned: posts?.areSigned ?? false,
  }
}

/** Nobody has signed them and most show a price: cards of a shop, dated by a year in a product's name. */
function areOffers({ bodies, areSigned }: Posts, { elements }: Outline): boolean {
  if (areSigned) return false
  return bodies.filter((i) => PRICE.test(visibleText(elements[i]!))).length * 2 > bodies.length
}

/** Share of the posts in the running text without clutter. Comments under an article are clutter to it, and posts are not. */
function shareOf({ bodies }: Posts, outline: Outline, own: Float64Array, clutter: Uint8Array): number {
  let written = 0
  let beside = 0
  let next = 0
  for (let i = 0; i < own.length; i++) {
    while (next < bodies.length && outline.end[bodies[next]!]! <= i) next++
    const value = Math.max(0, own[i]!)
    if (next < bodies.length && i >= bodies[next]!) written += value
    else if (!clutter[i]) beside += value
  }
  return written > 0 ? written / (written + beside) : 0
}

/** A price stands right in the element. */
export function showsPrice(element: Element): boolean {
  return element.children.some((child) => child.type === TEXT && PRICE.test(child.value))
}

function isInArticle(element: Element): boolean {
  for (
    let at = element.parent ? element : undefined;
    at;
    at = at.parent?.type === ELEMENT ? at.parent : undefined
  ) {
    if (at.tag === 'article' || at.attrs.itemprop === 'articleBody') return true
  }
  return false
}

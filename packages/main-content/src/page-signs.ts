import { ELEMENT, type Element, TEXT } from '@gleaner/markup'
import type { PageSigns } from '@gleaner/page-types'
import type { Outline } from './outline.ts'

/** A currency sign or code next to a number. */
export const PRICE = /[$€£¥₹]\s?\d|\d\s?(?:€|kr|zł|USD|EUR)/

/** Counts what shows a page's type in its body. `focus` is the index of the element with its best running text. */
export function readSigns(outline: Outline, good: Float64Array, focus: number): PageSigns {
  const { elements, ownText } = outline
  const isPriceTag = (element: Element, i: number) =>
    ownText[i]! > 0 && ownText[i]! < 40 && showsPrice(element)
  return {
    prices: elements.filter(isPriceTag).length,
    codeBlocks: elements.filter(({ tag }) => tag === 'pre').length,
    inArticle: isInArticle(elements[focus]!),
    focus: good[0]! > 0 ? good[focus]! / good[0]! : 0,
    goodText: good[0]!,
  }
}

function showsPrice(element: Element): boolean {
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

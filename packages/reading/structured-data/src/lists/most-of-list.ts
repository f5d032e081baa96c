import { collapse, ELEMENT, type Element, INVISIBLE_TAGS, TEXT, walk } from '@gleaner/markup'
import { MONEY } from '../page-index/name-patterns.ts'
import { PRICE_CHARS } from './read-entry.ts'
import type { Record } from './record-bounds.ts'

/** What a list can have at most, which a walk over its entries tells without reading them. */
export interface MostOfList {
  /** Characters of text. */
  chars: number
  /** Entries with an offer, and with a link. */
  priced: number
  linked: number
}

/** A text of digits may be a price by the name of its element. */
const AMOUNT = /^\s*\d[\d.,\s]*$/

export function mostOfList(records: readonly Record[]): MostOfList {
  const most: MostOfList = { chars: 0, priced: 0, linked: 0 }
  for (const record of records) {
    let isPriced = false
    let isLinked = record.some((element) => isLink(element) || isLink(element.parent))
    for (const element of record)
      walk(element, (node) => {
        if (node.type === ELEMENT) {
          isLinked ||= isLink(node)
          return INVISIBLE_TAGS.has(node.tag) ? 'skip' : undefined
        }
        if (node.type !== TEXT) return undefined
        // With the space that keeps it apart from the next one.
        most.chars += node.value.length + 1
        isPriced ||= mayBePrice(node.value)
        return undefined
      })
    if (isPriced) most.priced += 1
    if (isLinked) most.linked += 1
  }
  return most
}

/** Prose is not: looking for money in it costs most of all here. */
function mayBePrice(text: string): boolean {
  if (text.length > PRICE_CHARS && collapse(text).length > PRICE_CHARS) return false
  return MONEY.test(text) || AMOUNT.test(text)
}

function isLink(node: Element['parent']): boolean {
  return node?.type === ELEMENT && node.tag === 'a' && node.attrs.href !== undefined
}

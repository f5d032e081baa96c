import { ELEMENT, type Element, INVISIBLE_TAGS, TEXT, walk } from '@gleaner/markup'
import { MONEY } from '../page-index/name-patterns.ts'
import type { Record } from './record-bounds.ts'

/** What a list can have at most, which a walk over its texts tells without reading its entries. */
export interface MostOfList {
  /** Characters of text. */
  chars: number
  /** Entries with an offer. */
  priced: number
}

/** A text of digits may be a price by the name of its element. */
const AMOUNT = /^\s*\d[\d.,\s]*$/

/** Looks no further once there are `enough` characters. */
export function mostOfList(records: readonly Record[], enough: number): MostOfList {
  const most: MostOfList = { chars: 0, priced: 0 }
  for (const record of records) {
    if (most.chars >= enough) return most
    let isPriced = false
    const add = (element: Element) =>
      walk(element, (node) => {
        if (node.type === ELEMENT) return INVISIBLE_TAGS.has(node.tag) ? 'skip' : undefined
        if (node.type !== TEXT) return undefined
        const { value } = node
        // With the space that keeps it apart from the next one.
        most.chars += value.length + 1
        isPriced ||= MONEY.test(value) || AMOUNT.test(value)
        return undefined
      })
    record.forEach(add)
    if (isPriced) most.priced += 1
  }
  return most
}

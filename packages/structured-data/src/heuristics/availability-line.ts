import { type Availability, printedAvailability, readAvailability } from '@gleaner/values'
import type { PageIndex } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'
import { countBuyButtons } from './buy-buttons.ts'
import type { Headline } from './headline.ts'

const STOCK_NAME =
  /avail|stock|lager|dispo|deliver|liefer|inventory|skladov|dostup|supply|shipping-?(?:time|info)/
/** How far from the headline, in elements, the page is still about its own product. */
const NEAR = { before: 150, after: 900 }

/** The availability that the page prints: in elements named for it, then by a buy button, then in short lines after the headline. */
export function findAvailability(index: PageIndex, headline: Headline | undefined): Availability | undefined {
  const isNear = (order: number) =>
    headline === undefined || (order > headline.order - NEAR.before && order < headline.order + NEAR.after)
  for (const { node, names, order, outside } of index.marked) {
    if (outside || !isNear(order)) continue
    if (node.attrs.itemprop === 'availability') {
      const declared = readAvailability(node.attrs.href ?? node.attrs.content ?? shortText(node, 100))
      if (declared) return declared
    }
    if (!STOCK_NAME.test(names)) continue
    const text = shortText(node, 130)
    const printed = text.length < 120 ? printedAvailability(text) : undefined
    if (printed) return printed
  }
  if (countBuyButtons(index) > 0) return 'InStock'
  return headline && printedLine(index, headline)
}

/** The first short line after the headline about availability. */
export function printedLine(index: PageIndex, headline: Headline): Availability | undefined {
  for (const { value, order, outside } of index.texts) {
    if (outside || order < headline.order || order > headline.order + 400 || value.length > 50) continue
    const printed = printedAvailability(value)
    if (printed) return printed
  }
  return undefined
}

import { ELEMENT, type Text } from '@gleaner/markup'
import { type Availability, isAvailable, printedAvailability, readAvailability } from '@gleaner/values'
import type { PageIndex } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'
import { PRICE_WORDS } from '../price-words.ts'
import { type BuyControl, findBuyControls, isConcealed } from './buy-buttons.ts'
import type { Headline } from './headline.ts'

const STOCK_NAME =
  /avail|stock|lager|dispo|deliver|liefer|inventory|skladov|dostup|supply|shipping-?(?:time|info)/
/** How far from the headline, in elements, the page is still about its own product. */
const NEAR = { before: 150, after: 900 }
/** The same for the button that buys it, and how far apart two controls of one product stand. */
const CONTROLS = { before: 60, after: 500, apart: 40 }

/**
 * The availability that the page shows: a button that buys the product outweighs words, which stand on every page for its
 * other sizes and for what scripts may show; a button that says `Sold out` in its place comes next, then elements named for
 * availability, then short lines after the headline.
 */
export function findAvailability(index: PageIndex, headline: Headline | undefined): Availability | undefined {
  const control = mainControl(index, headline)
  if (control && control.says !== 'buy') return control.says
  const named = namedLine(index, headline)
  if (control && !control.disabled) return named && isAvailable(named) ? named : 'InStock'
  return named ?? (headline && printedLine(index, headline)) ?? (control ? 'InStock' : undefined)
}

/** The first control near the headline; one that buys wins over one beside it that does not. */
function mainControl(index: PageIndex, headline: Headline | undefined): BuyControl | undefined {
  const controls = findBuyControls(index, headline?.order).filter(
    ({ order }) =>
      !headline || (order > headline.order - CONTROLS.before && order < headline.order + CONTROLS.after),
  )
  const first = controls.find(({ order }) => !headline || order > headline.order) ?? controls[0]
  if (!first) return undefined
  const buys = controls.find(
    ({ order, says, disabled }) =>
      says === 'buy' && !disabled && Math.abs(order - first.order) < CONTROLS.apart,
  )
  return buys ?? first
}

/** What the first element says that is named for availability. */
function namedLine(index: PageIndex, headline: Headline | undefined): Availability | undefined {
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
  return undefined
}

const PRICE = new RegExp(PRICE_WORDS)

/** The first short line after the headline about availability. */
export function printedLine(index: PageIndex, headline: Headline): Availability | undefined {
  for (const { node, value, order, outside } of index.texts) {
    if (outside || order < headline.order || order > headline.order + 400 || value.length > 50) continue
    const printed = printedAvailability(value)
    if (printed && isShown(node)) return printed
  }
  return undefined
}

/** A badge of the price (`Sale`, `Sold out`) stands in the markup of every product, to be shown when it applies. */
function isShown({ parent }: Text): boolean {
  if (parent?.type !== ELEMENT) return false
  return !isConcealed(parent) && !PRICE.test(parent.attrs.class?.toLowerCase() ?? '')
}

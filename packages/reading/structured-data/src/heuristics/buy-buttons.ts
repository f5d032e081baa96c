import { type Element, elementsAround, isHiddenByClass } from '@gleaner/markup'
import { type Availability, isBuyLabel, printedAvailability } from '@gleaner/values'
import { oncePerPage } from '../page-index/once-per-page.ts'
import type { PageIndex, Placed } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'
import { mayBeBuyBox } from './headline.ts'

const BUY_NAME =
  /add-?to-?(?:cart|bag|basket)|addtocart|buy-?(?:now|button|box)|btn-?buy|warenkorb|panier|carrito/
const MOST_BUTTONS = 400
const LABEL_CHARS = 60

/** A button that buys, or one in its place that says why it does not (`Sold out`, `Notify me when available`). */
export interface BuyControl {
  order: number
  /** What the label says instead of `buy`; never `InStock`. */
  says: Availability | 'buy'
  /** Shown, and without effect: sold out, or waiting for a size to be chosen. */
  disabled: boolean
}

/** The buy controls of the page's own content, in document order; without any, those in a sidebar below the headline. */
export const findBuyControls = oncePerPage(
  (index: PageIndex, headlineOrder: number | undefined): BuyControl[] => {
    const own = controlsOf(index.buttons.filter(({ outside }) => !outside))
    if (own.length > 0 || headlineOrder === undefined) return own
    return controlsOf(index.buttons.filter((button) => mayBeBuyBox(button, headlineOrder)))
  },
)

function controlsOf(buttons: readonly Placed[]): BuyControl[] {
  return buttons.slice(0, MOST_BUTTONS).flatMap(({ node, order }) => {
    const says = sayingOf(labelOf(node))
    return says && !isConcealed(node) ? [{ order, says, disabled: isDisabled(node) }] : []
  })
}

/** Number of buy buttons in the page's own content; many of them mean a list of products. */
export const countBuyButtons = oncePerPage((index: PageIndex, headlineOrder: number | undefined): number => {
  const labelled = findBuyControls(index, headlineOrder).filter(({ says }) => says === 'buy').length
  return labelled || index.marked.filter(({ names, outside }) => !outside && BUY_NAME.test(names)).length
})

function sayingOf(label: string): BuyControl['says'] | undefined {
  if (label.length === 0 || label.length > LABEL_CHARS) return undefined
  const printed = printedAvailability(label)
  if (printed && printed !== 'InStock') return printed
  return isBuyLabel(label) ? 'buy' : undefined
}

function labelOf(node: Element): string {
  const { attrs, tag } = node
  if (tag === 'input')
    return /^(?:submit|button|image)$/.test(attrs.type ?? '') ? (attrs.value ?? attrs.alt ?? '') : ''
  return shortText(node, LABEL_CHARS + 1) || (attrs['aria-label'] ?? attrs.title ?? '')
}

/** A label and three elements around it are looked at for a class that hides them until a script shows them. */
const MOST_AROUND = 4

/** Whether a style sheet hides the element, by its class or one around it: what it says holds in another case. */
export function isConcealed(element: Element): boolean {
  return elementsAround(element, MOST_AROUND).some(isHiddenByClass)
}

function isDisabled({ attrs }: Element): boolean {
  return (
    attrs.disabled !== undefined ||
    attrs['aria-disabled'] === 'true' ||
    /(?:^|\s)(?:is-)?disabled(?:$|\s)/i.test(attrs.class ?? '')
  )
}

import { ELEMENT, type Element, elementsAround } from '@gleaner/markup'
import { findDates, type Price, parsePrice } from '@gleaner/values'
import { MONEY } from '../page-index/name-patterns.ts'
import type { PageIndex } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'

const LINE_CHARS = 200
const MOST_TEXTS = 200
/** Elements around a price that may cross it out. */
const STRUCK_ABOVE = 3
const STRUCK: ReadonlySet<string> = new Set(['del', 's', 'strike'])

/**
 * The price and the date of a piece of a page that its caller has cut out: one that has no title and no metadata. What stands there
 * alone of its kind needs no name to be the one that is asked for; two that differ tell nothing.
 */
export function soleValues(index: PageIndex, country: string | undefined): Record<string, string> {
  if (index.title || index.metas.length > 0 || index.texts.length > MOST_TEXTS) return {}
  const texts = index.texts.filter(({ value }) => value.length <= LINE_CHARS)
  const prices = new Map<number, Price>()
  const dates = new Set<string>()
  for (const { node, value } of texts) {
    const price = MONEY.test(value) ? priceAt(node.parent as Element, value, country) : undefined
    if (price?.symbol) prices.set(price.amount, price)
    for (const { date } of findDates(value, index.dates)) if (date) dates.add(date)
  }
  const [price] = prices.size === 1 ? prices.values() : []
  const [date] = dates.size === 1 ? dates : []
  return {
    ...(price && { price: String(price.amount) }),
    ...(price?.currency && { currency: price.currency, priceCurrency: price.currency }),
    ...(date && { date, datePublished: date }),
  }
}

/** A currency alone has its amount in the element beside it. */
function priceAt(element: Element, value: string, country: string | undefined): Price | undefined {
  if (elementsAround(element, STRUCK_ABOVE).some(({ tag }) => STRUCK.has(tag))) return undefined
  const around = /\d/.test(value) ? undefined : element.parent
  const text = around?.type === ELEMENT ? shortText(around, LINE_CHARS) : value
  return parsePrice(text, country ? { country } : {})
}

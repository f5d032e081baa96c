import { MONEY } from '../page-index/name-patterns.ts'
import type { PageIndex } from '../page-index/page-index.ts'
import { printedLine } from './availability-line.ts'
import { countBuyButtons, findBuyControls } from './buy-buttons.ts'
import type { Headline } from './headline.ts'
import { findLabelled } from './labelled-values.ts'
import { findVisiblePrice } from './price-block.ts'

/** Addresses under which shops keep their products. */
const PRODUCT_PATH =
  /\/(?:dp|gp\/product|itm|item|products?|produkte?|produkt|produit|producto|produto|prodotto|artikel|tovar|prod|pd|goods|p)\/[^/]|product_info|[?&](?:product_?id|pid|sku)=|[-_/,]p-?\d{4,}|-\d{6,}(?:\.html?)?$/i
/** Prices and buttons in the page's own content from which on it is a list of things. */
const LIST = { prices: 15, buttons: 4 }
const ENOUGH = 3
/** Prices of a page that is hardly a list. */
const FEW = 3
/** Where a price belongs to the headline: right above it or soon below, in elements; and where it may. */
const NEAR = { above: 15, below: 60, before: 60, behind: 400 }

/** Whether the page is about one thing for sale: at least two of a price near the headline, a way to buy, a product's address, a word on availability, an article number. */
export function showsProduct(index: PageIndex, headline: Headline, url: string): boolean {
  const prices = index.texts.filter(
    ({ order, outside, value }) =>
      !outside && order > headline.order - NEAR.before && value.length < 40 && MONEY.test(value),
  )
  const buttons = countBuyButtons(index, headline.order)
  const labelled = findBuyControls(index, headline.order).length
  const isProductAddress = PRODUCT_PATH.test(url)
  if (prices.length > LIST.prices && labelled > LIST.buttons && !isProductAddress) return false

  let signs = isProductAddress ? 1.5 : 0
  if (buttons > 0) signs += buttons > LIST.buttons ? 1 : 2
  const price = findVisiblePrice(index, headline.order, undefined)
  const distance = price ? price.order - headline.order : Number.NaN
  if (price && distance > -NEAR.before && distance < NEAR.behind) {
    signs += price.score >= 4 ? 2 : 1
    // A price at the headline is what the page is for.
    if (distance > -NEAR.above && distance < NEAR.below && (price.score >= 5 || price.symbol)) signs += 1
    if (prices.length <= FEW) signs += 0.5
  }
  if (signs >= ENOUGH) return true
  if (signs < 1) return false
  if (printedLine(index, headline)) signs += 1
  const { sku, code, gtin } = findLabelled(index)
  return signs + (sku || code || gtin ? 1 : 0) >= ENOUGH
}

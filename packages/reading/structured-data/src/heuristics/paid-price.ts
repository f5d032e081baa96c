import { ELEMENT } from '@gleaner/markup'
import { parsePrice } from '@gleaner/values'
import type { PageIndex } from '../page-index/page-index.ts'
import { findVisiblePrice, isOtherPrice, type PriceFound } from './price-block.ts'

/** Least score of a visible price that is held against a declared one: named, with a currency, near the headline. */
const SURE = 4
const LABEL_CHARS = 40

/**
 * The price on the page that is paid in place of the declared one: that one is 0, or the page prints it only as what the
 * product cost before. Undefined where the declared price holds.
 */
export function findPaidPrice(
  index: PageIndex,
  headlineOrder: number | undefined,
  declared: number,
  country: string | undefined,
): PriceFound | undefined {
  if (declared !== 0 && !isOnlyFormer(index, declared)) return undefined
  const shown = findVisiblePrice(index, headlineOrder, country)
  const isLess = shown !== undefined && (declared === 0 || shown.amount < declared)
  return isLess && shown.symbol && shown.score >= SURE ? shown : undefined
}

function isOnlyFormer({ texts }: PageIndex, amount: number): boolean {
  const digits = String(Math.trunc(amount))
  const printed = texts.filter(
    ({ value, outside }) =>
      !outside &&
      value.length < LABEL_CHARS &&
      value.replace(/\D/g, '').startsWith(digits) &&
      parsePrice(value)?.amount === amount,
  )
  return (
    printed.length > 0 &&
    printed.every(({ node }) => node.parent?.type === ELEMENT && isOtherPrice(node.parent))
  )
}

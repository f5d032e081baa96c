import { countryOfSite, type Price, parsePrice } from '@gleaner/values'
import { MONEY } from '../page-index/name-patterns.ts'
import type { PageIndex } from '../page-index/page-index.ts'
import type { Headline } from './headline.ts'

/** How auction sites print the number of bids, in their languages; the number may be an element of its own. */
const COUNT =
  /^\(?(?:\d+\s*)?(?:bids?|gebote?|ench[eè]res?|offres?|pujas?|ofertas?|lances?|offert[ae]|rilanci|biedingen|bud|ofert[ay]?|příhoz\w*|licytuj\w*|став(?:ок|ки|ка)|入札)\)?$/i
/** How near, in elements, the count stands to the bid, and the bid to the headline. */
const BESIDE = 4
const NEAR = 200

/** The current bid for the lot that a page is about; markup keeps the starting price. Undefined for any other page. */
export function findCurrentBid(
  { texts, language }: PageIndex,
  headline: Headline | undefined,
  url: string,
): Price | undefined {
  if (!headline) return undefined
  for (let at = 1; at < texts.length; at++) {
    const { value, order, outside } = texts[at]!
    if (outside || value.length > 20 || Math.abs(order - headline.order) > NEAR || !COUNT.test(value))
      continue
    // Without a number in the line, the number stands in the line before.
    const isCounted = /\d/.test(value) || /^\(?[1-9]\d*$/.test(texts[at - 1]!.value)
    if (!isCounted) continue
    const shown = texts
      .slice(Math.max(0, at - 3), at)
      .findLast((text) => order - text.order <= BESIDE && MONEY.test(text.value))
    const country = countryOfSite(URL.parse(url)?.hostname ?? '', language)
    const price = shown && parsePrice(shown.value, country ? { country } : {})
    if (price && price.amount > 0) return price
  }
  return undefined
}

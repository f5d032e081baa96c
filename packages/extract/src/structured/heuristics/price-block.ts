import { ELEMENT, type Element } from '../../dom/node.ts'
import { type Price, parsePrice } from '../../values/parse-price.ts'
import { shortText } from '../short-text.ts'
import type { PageSurvey, Placed } from '../survey.ts'

/** Names of prices that are not what the thing costs now. */
const OTHER_PRICE =
  /old|was\b|before|regular|list-?price|strike|line-?through|crossed|rrp|msrp|uvp|compare|original|previous|saving|save|discount-?(?:amount|percent)|you-?save|per-?unit|unit-?price|base-?price|grundpreis|ship|deliver|versand|install|monthly|month|mwst|tax|vat|deposit|from-?price-?old|normal-?price|full-?price|reference|instal?ment|parcel|financ|loyalty|member|coupon|voucher|gift|points|tooltip|filter|range|slider|min-?price|max-?price|del\b/
const NOW_PRICE =
  /current|now|sale|special|final|actual|offer|our-?price|selling|main-?price|price-?value|price-?main|buy-?box|product-?price|price__|today|primary|big/
const PRICE = /price|preis|prix|precio|preco|prezzo|prijs|cena|amount|bid/
const STRUCK_TAGS = new Set(['del', 's', 'strike'])
/** Words beside a number of money that is no price of the thing. */
const OTHER_WORDS =
  /shipping|delivery|versand|livraison|envío|env[ií]o|frete|spedizione|\/\s?(?:month|mo\b|kg|100|l\b|m²|stk|pc|ml|g\b)|per month|a month|pro monat|monatlich|par mois|al mes|mensais|raty|rata|\d+\s?x\s|sem juros|installment|save|you save|sparen|ersparnis|économi|ahorr|rrp|msrp|\bwas\b|uvp|statt|instead of|list price|over \$|orders? over|ab \d+ ?€ (?:bestell|versand)|free|cashback|points|deposit|minimum/i

export interface PriceFound extends Price {
  order: number
  score: number
}

/** The price that the page shows for its product: named as a price, near the headline, not struck through. */
export function findVisiblePrice(
  survey: PageSurvey,
  headlineOrder: number | undefined,
  country: string | undefined,
): PriceFound | undefined {
  const hint = { ...(country ? { country } : {}) }
  let best: PriceFound | undefined
  let judged = 0
  for (const { element, order, outside, names } of candidatesOf(survey)) {
    if (outside || judged > 400) continue
    judged += 1
    const text = shortText(element, 90, true)
    if (!/\d/.test(text) || text.length > 80) continue
    const price = parsePrice(joinCents(element, text), hint)
    if (!price || price.amount <= 0 || price.amount > 1e9) continue
    const score = scoreOf(element, names, text, price, order, headlineOrder)
    if (score > 0 && (!best || score > best.score)) best = { ...price, order, score }
  }
  return best
}

interface Candidate {
  element: Element
  order: number
  outside: boolean
  names: string
}

function candidatesOf(survey: PageSurvey): Candidate[] {
  const named = survey.marked
    .filter(({ names, node }) => PRICE.test(names) && node.tag !== 'body' && node.tag !== 'form')
    .map(({ node, order, outside, names }): Candidate => ({ element: node, order, outside, names }))
  const texts = survey.moneyTexts.flatMap(
    ({ node, order, outside }: Placed<{ parent: unknown } & object>): Candidate[] => {
      const parent = (node as { parent: Element | null }).parent
      return parent?.type === ELEMENT
        ? [{ element: parent, order, outside, names: (parent.attrs.class ?? '').toLowerCase() }]
        : []
    },
  )
  return [...named, ...texts]
}

/** `<b>12</b><sup>99</sup>` is written apart and meant as one number. */
function joinCents(element: Element, apart: string): string {
  const together = shortText(element, 90)
  const split = /(\d)\s+([.,])?\s*(\d\d)(?=\D*$)/.exec(apart)
  if (!split || /\d[.,]\d\d(?!\d)/.test(together))
    return together.includes(' ') || !/\d[.,]\d/.test(together)
      ? apart === together
        ? apart
        : cents(apart, split)
      : together
  return cents(apart, split)
}

function cents(text: string, split: RegExpExecArray | null): string {
  return split
    ? `${text.slice(0, split.index + 1)}.${split[3]}${text.slice(split.index + split[0].length)}`
    : text
}

function scoreOf(
  element: Element,
  names: string,
  text: string,
  price: Price,
  order: number,
  headlineOrder: number | undefined,
): number {
  let score = 0
  if (element.attrs.itemprop === 'price') score += 4
  if (PRICE.test(names)) score += 2
  if (NOW_PRICE.test(names)) score += 1
  if (price.symbol) score += 3
  if (OTHER_WORDS.test(text)) score -= 4
  score -= text.length > 25 ? 1 : 0
  for (let at: Element | null = element, steps = 0; at && steps < 6; steps += 1) {
    const name = `${at.attrs.class ?? ''} ${at.attrs.id ?? ''}`.toLowerCase()
    if (STRUCK_TAGS.has(at.tag) || OTHER_PRICE.test(name) || /line-through/.test(at.attrs.style ?? ''))
      score -= steps < 3 ? 4 : 1.5
    if (steps > 0 && PRICE.test(name)) score += 0.5
    at = at.parent?.type === ELEMENT ? at.parent : null
  }
  if (headlineOrder !== undefined) {
    const distance = order - headlineOrder
    score -= distance < -60 ? 3 : distance < 0 ? 1 : Math.min(distance / 120, 4)
  }
  return score
}

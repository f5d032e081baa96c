import { ELEMENT, type Element, elementsAround, findFirst } from '@gleaner/markup'
import { type Price, parsePrice } from '@gleaner/values'
import { MONEY } from '../page-index/name-patterns.ts'
import { oncePerPage } from '../page-index/once-per-page.ts'
import type { PageIndex } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'
import { MORE_PRICE_WORDS, PRICE_WORDS } from '../price-words.ts'
import { mayBeBuyBox } from './headline.ts'

/** Names of prices that are not what the thing costs now; each begins a word (`bold-price` is not old). */
const OTHER_PRICE =
  /(?<![a-z])(?:old|was\b|before|regular|list-?price|strike|line-?through|crossed|rrp|msrp|uvp|compare|original|previous|saving|save|discount-?(?:amount|percent)|per-?unit|unit-?price|grundpreis|(?:suggested-?)?retail|ship|versand|monthly|per-?month|deposit|normal-?price|full-?price|reference|instal{1,2}ment|parcel|financ|loyalty|member|coupon|voucher|gift|points|tooltip|filter|price-?range|price-?slider|min-?price|max-?price|del\b|estimate|used|accessor|swatch|twister|variation-?(?:list|picker)|from-?others)/
/** Names of lists of choices: the price among them may still be the one that is paid. */
const CHOICE = /(?<![a-z])option/
const NOW_PRICE =
  /(?<![a-z])(?:current|now|sale|special|final|actual|offer|our-?price|selling|main-?price|price-?value|price-?main|buy-?box|product-?price|price__|today|primary|big)/
const PRICE = new RegExp(`${PRICE_WORDS}|${MORE_PRICE_WORDS}|gia-|bid|(?:^|[\\s_-])pr(?:c|ice)?(?:$|[\\s_-])`)
const STRUCK_TAGS = new Set(['del', 's', 'strike'])
/** Words beside an amount that is not the price of the product. */
const OTHER_WORDS =
  /shipping|delivery|versand|livraison|envío|env[ií]o|frete|spedizione|\/\s?(?:month|mo\b|kg|100|l\b|m²|stk|pc|ml|g\b)|per month|a month|pro monat|monatlich|par mois|al mes|mensais|raty|rata|\d\s?x\s|sem juros|installment|save|you save|sparen|ersparnis|économi|ahorr|rrp|msrp|\bwas\b|uvp|statt|instead of|list price|over \$|orders? over|ab \d+ ?€ (?:bestell|versand)|cashback|points|deposit|minimum|estimate/i
/** A price without tax, beside the one that shoppers pay; and that one. */
const NET =
  /(?<!\p{L})(?:HT|netto|net|ex(?:cl?|\.)?\.? ?(?:VAT|tax|GST|btw|moms)|exkl?\.|zzgl\. ?(?:MwSt|USt)|hors taxes|sin IVA|bez DPH)(?!\p{L})|税抜|税别|未税|부가세 별도/iu
const GROSS =
  /(?<!\p{L})(?:TTC|brutto|inc(?:l|\.)?\.? ?(?:VAT|tax|GST|btw|moms)|inkl\.|con IVA|s DPH)(?!\p{L})|税込|含税|부가세 포함/iu
/** Least score of a price that is accepted. */
const ENOUGH = 2
/** Up to where a price stands at the headline, in elements. */
const NEAR = 60
const MOST_CANDIDATES = 500

export interface PriceFound extends Price {
  order: number
  score: number
}

interface Candidate {
  element: Element
  order: number
  names: string
}

/** What tells a tile or an option from a row of the price table (`Price`, `You save`). */
const THINGS: ReadonlySet<string> = new Set(['a', 'img', 'input', 'button'])
/** Elements that one holds alike and side by side, each with a price of its own, are tiles, rows or options. */
const TILES = { least: 3, above: 6 }

/**
 * The price that the page shows for its product: named as a price, near the headline, not struck through, none of a row of
 * prices. What stands in a sidebar or the like is looked at when the page's own content has none, or none with a currency.
 */
export const findVisiblePrice = oncePerPage(readVisiblePrice)

function readVisiblePrice(
  index: PageIndex,
  headlineOrder: number | undefined,
  country: string | undefined,
): PriceFound | undefined {
  const best = (outside: boolean) => bestOf(candidatesOf(index, outside), headlineOrder, country)
  const own = best(false)
  if (own?.symbol || headlineOrder === undefined) return own
  const other = best(true)
  if (other?.symbol && mayBeBuyBox(other, headlineOrder)) return other
  return own ?? (other && other.order > headlineOrder ? other : undefined)
}

function bestOf(
  found: readonly Candidate[],
  headlineOrder: number | undefined,
  country: string | undefined,
): PriceFound | undefined {
  const candidates = found.slice(0, MOST_CANDIDATES)
  const tiles = tilesOf(candidates)
  const gross: PriceFound[] = []
  let best: PriceFound | undefined
  for (const candidate of candidates) {
    const text = writtenPrice(candidate.element)
    const price = text === undefined ? undefined : parsePrice(text, country ? { country } : {})
    if (!price || price.amount <= 0 || price.amount > 1e10) continue
    const penalty = distancePenalty(candidate.order, headlineOrder) + (isInTile(candidate, tiles) ? 2 : 0)
    const score = scoreOf(candidate, text!, price) - penalty
    const found = { ...price, order: candidate.order, score }
    if (score >= ENOUGH && (!best || score > best.score)) best = found
    if (GROSS.test(text!)) gross.push(found)
  }
  return best && (gross.find((one) => isGrossOf(best, one)) ?? best)
}

/** Tax on goods, as a share of the net price. */
const TAX = { least: 0.04, most: 0.28 }
const BESIDE = 25

/** Whether a price that says so is the other one with its tax, printed beside it. */
function isGrossOf(net: PriceFound, gross: PriceFound): boolean {
  const tax = gross.amount / net.amount - 1
  return Math.abs(gross.order - net.order) <= BESIDE && tax > TAX.least && tax < TAX.most
}

/** Elements named for a price, and those around a text that shows an amount. */
function candidatesOf(index: PageIndex, isOutside: boolean): Candidate[] {
  const candidates: Candidate[] = []
  for (const { node, order, outside, names } of index.marked) {
    if (outside === isOutside && PRICE.test(names) && node.tag !== 'form')
      candidates.push({ element: node, order, names })
  }
  for (const { node, value, order, outside } of index.texts) {
    const parent = node.parent
    if (outside !== isOutside || value.length > 80 || parent?.type !== ELEMENT || !MONEY.test(value)) continue
    candidates.push({ element: parent, order, names: nameOf(parent) })
    // A currency alone: its amount stands in the element beside it.
    const around = parent.parent
    if (!/\d/.test(value) && around?.type === ELEMENT)
      candidates.push({ element: around, order, names: nameOf(around) })
  }
  return candidates
}

/** The elements that repeat: children of one parent with the same tag and class, each around a candidate. */
function tilesOf(candidates: readonly Candidate[]): ReadonlySet<Element> {
  const groups = new Map<Element, Map<string, Set<Element>>>()
  for (const { element } of candidates) {
    let at = element
    for (let steps = 0; steps < TILES.above && at.parent?.type === ELEMENT; steps++, at = at.parent) {
      const kinds = groups.get(at.parent) ?? new Map<string, Set<Element>>()
      groups.set(at.parent, kinds)
      const kind = `${at.tag} ${at.attrs.class ?? ''}`
      kinds.set(kind, (kinds.get(kind) ?? new Set()).add(at))
    }
  }
  const tiles = [...groups.values()].flatMap((kinds) =>
    [...kinds.values()].filter(({ size }) => size >= TILES.least),
  )
  return new Set(tiles.flatMap((tile) => [...tile]).filter((tile) => findFirst(tile, THINGS) !== undefined))
}

function isInTile({ element }: Candidate, tiles: ReadonlySet<Element>): boolean {
  let at = element
  for (let steps = 0; steps < TILES.above; steps++) {
    if (tiles.has(at)) return true
    if (at.parent?.type !== ELEMENT) return false
    at = at.parent
  }
  return false
}

function nameOf({ attrs }: Element): string {
  return `${attrs.class ?? ''} ${attrs.id ?? ''}`.toLowerCase()
}

/** The text of a price element; `<b>12</b><sup>99</sup>` is written apart and meant as one number. */
function writtenPrice(element: Element): string | undefined {
  const declared = element.attrs.itemprop === 'price' ? element.attrs.content : undefined
  const apart = declared ?? shortText(element, 90, true, (inner) => inner !== element && isStruck(inner))
  if (!/\d/.test(apart) || apart.length > 80) return undefined
  return joinCents(apart)
}

/** Elements around a price, with itself, whose names are about this price, and those that may be. */
const CLOSE = 3
const AROUND = 6

/** Whether an element, or one of the two around it, shows what the product does not cost now. */
export function isOtherPrice(element: Element): boolean {
  return elementsAround(element, CLOSE).some((at) => tellsOther(at, nameOf(at)))
}

function tellsOther(element: Element, name: string): boolean {
  return isStruck(element) || OTHER_PRICE.test(name)
}

function isStruck({ tag, attrs }: Element): boolean {
  return (
    STRUCK_TAGS.has(tag) ||
    /line-through/.test(attrs.style ?? '') ||
    /(?:^|[\s:])line-through(?:$|\s)/.test(attrs.class ?? '')
  )
}

function joinCents(text: string): string {
  const joined = text.replace(/(\d) ?([.,]) ?(\d\d)(?!\d)/, '$1$2$3')
  // `$24 65 $24.65`: the same once more, for readers of screens.
  const [once, again] = splitAfterCents(joined)
  if (again && digitsOf(once) === digitsOf(again)) return again
  const parts = /^(\D*)(\d{1,3}(?:[.,' ]\d{3})*|\d+) (\d\d)(\D*)$/.exec(joined)
  return parts ? `${parts[1]}${parts[2]!.replace(/\D/g, '')}.${parts[3]}${parts[4]}` : joined
}

/** A text before and after its first amount of spaced cents (`$24 65`). */
function splitAfterCents(text: string): [string, string | undefined] {
  const match = /^\D*\d+ \d\d(?= )/.exec(text)
  return match ? [match[0], text.slice(match[0].length + 1)] : [text, undefined]
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

function scoreOf({ element, names }: Candidate, text: string, price: Price): number {
  let score = 0
  if (element.attrs.itemprop === 'price') score += 4
  if (PRICE.test(names)) score += 2
  if (NOW_PRICE.test(names)) score += 1
  if (price.symbol) score += 3
  if (OTHER_WORDS.test(text)) score -= 4
  if (NET.test(text)) score -= 2
  if (GROSS.test(text)) score += 1
  if (text.length > 25) score -= 1
  return score + surroundings(element, price)
}

/** What the elements around a price say of it; of several that call it another price the nearest counts, once. */
function surroundings(element: Element, price: Price): number {
  const elements = elementsAround(element, AROUND).map((at) => ({ at, name: nameOf(at) }))
  const other = elements.findIndex(({ at, name }) => tellsOther(at, name))
  const mayBeOther = other >= 0 || elements.some(({ name }) => CHOICE.test(name))
  let score = other >= 0 && other < CLOSE ? -4 : mayBeOther ? -1.5 : 0
  for (const [steps, { at, name }] of elements.entries()) {
    if (at.tag === 'ins') score += 1
    // `Add to cart - $12`: the price of what the button buys.
    if (at.tag === 'button' && price.symbol && steps < CLOSE) score += 2
    if (steps > 0 && PRICE.test(name)) score += 0.5
    if (leadsAway(at)) score -= 2
  }
  return score
}

/** A link that is no control of the page: what stands in it is told of the page that it leads to. */
function leadsAway({ tag, attrs }: Element): boolean {
  return (
    tag === 'a' &&
    attrs.href !== undefined &&
    !/^(?:[#?]|javascript:|$)|cart|basket|buy|checkout/i.test(attrs.href)
  )
}

/** A price at the headline is the page's own; one well before it, or far behind it, is another thing's. */
function distancePenalty(order: number, headlineOrder: number | undefined): number {
  if (headlineOrder === undefined) return 0
  const distance = order - headlineOrder
  if (distance < -12) return distance < -60 ? 3 : 1
  const far = Math.min(Math.abs(distance) / 120, 4)
  return distance > NEAR ? far : far - 1
}

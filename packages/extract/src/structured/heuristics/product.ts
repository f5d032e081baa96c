import {
  type Availability,
  isBuyLabel,
  printedAvailability,
  readAvailability,
} from '../../values/availability.ts'
import { countryOf } from '../../values/find-currency.ts'
import { parseNumber } from '../../values/parse-number.ts'
import type { JsonObject } from '../jsonld.ts'
import { shortText } from '../short-text.ts'
import type { PageSurvey, Placed } from '../survey.ts'
import type { Headline } from './headline.ts'
import { findVisiblePrice } from './price-block.ts'

/** `SKU: 123-4`, `Art.-Nr. 4711`, `Код товара: 99`: how a page prints the number of an article. */
const SKU_LABEL =
  /(?:\bsku|item ?(?:no|number|id|#|code|model)|product ?(?:code|id|no|number|ref\w*)|article ?(?:no|number|code)|art(?:ikel)?\.?[- ]?(?:nr|nummer|no)|bestell-?(?:nr|nummer)|r[ée]f(?:[ée]rence)?|referencia|código|codice|cod\.? ?(?:prod\w*|art\w*)?|artikelnummer|varenummer|varenr|tuotenumero|tuotekoodi|kód|katalogové číslo|nr katalogowy|kod produktu|код товара|артикул|код|asin|catalog(?:ue)? (?:no|number)|style(?: ?(?:no|number|code|#))?|part (?:no|number)|מק"ט|رمز المنتج|lot|stock (?:no|number|code))\.?\s*[:#.)]*\s{0,3}([A-Z\d][\w./-]{2,24})(?=$|[\s,;|)])/iu
const SKU_NAME =
  /(?:^|[\s_-])(?:sku|product-?(?:code|ref\w*|number|sku)|article-?(?:no|number|nr|code)|artikel-?(?:nr|nummer)|item-?(?:no|number|code)|reference|part-?number|productcode|mpn|style-?number)(?:$|[\s_-])/
const STOCK_NAME = /avail|stock|lager|dispo|deliver|liefer|inventory|skladov|dostup|supply/

/** What the page shows of its product: name, price, availability, article number, rating; undefined when it shows no price. */
export function readVisibleProduct(
  survey: PageSurvey,
  headline: Headline | undefined,
  url: string,
): JsonObject | undefined {
  const country = countryOf(URL.parse(url)?.hostname ?? '', survey.language)
  const price = findVisiblePrice(survey, headline?.order, country)
  const product: JsonObject = { '@type': 'Product' }
  if (headline) product.name = headline.text
  const offer: JsonObject = {}
  if (price && price.score >= 2) {
    offer.price = price.amount
    if (price.currency) offer.priceCurrency = price.currency
  }
  const availability = findAvailability(survey, headline)
  if (availability) offer.availability = availability
  if (Object.keys(offer).length > 0) product.offers = { '@type': 'Offer', ...offer }
  const sku = findSku(survey)
  if (sku) product.sku = sku
  const rating = findRating(survey)
  if (rating) product.aggregateRating = rating
  return product
}

/** Whether the page offers something to buy: a button of buying in its own content. */
export function hasBuyButton(survey: PageSurvey): boolean {
  const named = survey.marked.filter(({ names }) =>
    /add-?to-?(?:cart|bag|basket)|addtocart|buy-?(?:now|button|box)|btn-?buy|warenkorb|panier|carrito/.test(
      names,
    ),
  )
  if (named.some(({ outside }) => !outside)) return true
  return survey.buttons.some(
    ({ node, outside }, index) => !outside && index < 300 && isBuyLabel(labelOf(node)),
  )
}

function labelOf(node: Placed['node']): string {
  const { attrs, tag } = node
  if (tag === 'input') return attrs.type === 'submit' || attrs.type === 'button' ? (attrs.value ?? '') : ''
  return shortText(node, 60) || (attrs['aria-label'] ?? attrs.title ?? '')
}

function findAvailability(survey: PageSurvey, headline: Headline | undefined): Availability | undefined {
  const from = headline ? headline.order - 150 : 0
  for (const { node, names, order, outside } of survey.marked) {
    if (outside || order < from) continue
    if (node.attrs.itemprop === 'availability') {
      const declared = readAvailability(node.attrs.href ?? node.attrs.content ?? shortText(node, 100))
      if (declared) return declared
    }
    if (!STOCK_NAME.test(names)) continue
    const text = shortText(node, 130)
    const printed = text.length < 120 ? printedAvailability(text) : undefined
    if (printed) return printed
  }
  return hasBuyButton(survey) ? 'InStock' : undefined
}

function findSku(survey: PageSurvey): string | undefined {
  for (const { node, names, outside } of survey.marked) {
    if (outside || !(SKU_NAME.test(names) || /ref|code|article|artikel|sku/.test(names))) continue
    const text = shortText(node, 80)
    const labelled = SKU_LABEL.exec(text)?.[1]
    if (labelled && /\d/.test(labelled)) return labelled
    if (SKU_NAME.test(names) && /^[A-Z\d][\w./-]{2,24}$/i.test(text) && /\d/.test(text)) return text
  }
  return undefined
}

function findRating(survey: PageSurvey): JsonObject | undefined {
  for (const { node, names, outside } of survey.marked) {
    if (outside || !/rating|stars?\b/.test(names)) continue
    const text = node.attrs['aria-label'] ?? node.attrs.title ?? shortText(node, 60)
    const match = /(\d(?:[.,]\d{1,2})?)\s?(?:\/|out of|von|sur|de|su|z|из)\s?(5|10)\b/i.exec(text)
    const value = match ? parseNumber(match[1]!) : undefined
    if (match && value !== undefined && value <= Number(match[2])) {
      const count =
        /\(?\b(\d[\d.,]*)\)?\s*(?:reviews?|ratings?|bewertungen|avis|opiniones|recensioni|opinii|отзыв)/i.exec(
          text,
        )
      return {
        '@type': 'AggregateRating',
        ratingValue: value,
        bestRating: Number(match[2]),
        ...(count ? { reviewCount: parseNumber(count[1]!) } : {}),
      }
    }
  }
  return undefined
}

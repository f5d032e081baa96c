import type { Element } from '@gleaner/markup'
import { countryOfSite, parseNumber } from '@gleaner/values'
import type { PageIndex } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'
import { findAvailability } from './availability-line.ts'
import { findBrand } from './brand.ts'
import { findFormId } from './form-id.ts'
import type { Headline } from './headline.ts'
import { CODE, findLabelled, printedCode } from './labelled-values.ts'
import { findVisiblePrice } from './price-block.ts'

const SKU_NAME =
  /(?:^|[\s_-])(?:sku|product-?(?:code|ref\w*|number|sku)|article-?(?:no|number|nr|code)|artikel-?(?:nr|nummer)|item-?(?:no|number|code)|ref-?number|reference|part-?number|style-?number)(?:$|[\s_-])/

/** An element that is called by the number's own name may hold a short one, or one of several words. */
const SKU_TOKEN = /(?:^|\s)sku(?:$|\s)/
const NAMED_SKU = /^(?=.*[\d_-])[\p{L}\d][\p{L}\d ./_-]{0,29}$/u

/** What the page shows of its product: name, price, availability, article number, rating. */
export function readVisibleProduct(
  index: PageIndex,
  headline: Headline | undefined,
  url: string,
): JsonObject {
  const country = countryOfSite(URL.parse(url)?.hostname ?? '', index.language)
  const price = findVisiblePrice(index, headline?.order, country)
  const labelled = findLabelled(index)
  const product: JsonObject = { '@type': 'Product' }
  put(product, 'name', headline?.text)
  const offer: JsonObject = {}
  put(offer, 'price', price?.amount)
  put(offer, 'priceCurrency', price?.currency)
  put(offer, 'availability', findAvailability(index, headline))
  if (Object.keys(offer).length > 0) product.offers = { '@type': 'Offer', ...offer }
  put(
    product,
    'sku',
    printedCode(index, headline) ??
      findNamedId(index) ??
      findFormId(index.body, url, headlineElement(index, headline)),
  )
  put(product, 'mpn', labelled.mpn)
  put(product, 'gtin', labelled.gtin)
  const brand = findBrand(index, headline)
  put(product, 'brand', brand && { '@type': 'Brand', name: brand })
  put(product, 'aggregateRating', findRating(index))
  return product
}

function put(object: JsonObject, key: string, value: unknown): void {
  if (value !== undefined && value !== '') object[key] = value
}

function headlineElement({ headings }: PageIndex, headline: Headline | undefined): Element | undefined {
  return headline && headings.find(({ order }) => order === headline.order)?.node
}

/** The text of an element that is named for the product's number and holds nothing else. */
function findNamedId(index: PageIndex): string | undefined {
  for (const { node, names, outside } of index.marked) {
    if (outside || !SKU_NAME.test(names)) continue
    const text = node.attrs.content ?? shortText(node, 40)
    const form = SKU_TOKEN.test(names) ? NAMED_SKU : CODE
    if (form.test(text)) return text
  }
  return undefined
}

function findRating(index: PageIndex): JsonObject | undefined {
  for (const { node, names, outside } of index.marked) {
    if (outside || !/rating|stars?\b/.test(names)) continue
    const text = node.attrs['aria-label'] ?? node.attrs.title ?? shortText(node, 60)
    const match = /(\d(?:[.,]\d{1,2})?)\s?(?:\/|out of|von|sur|de|su|z|из)\s?(5|10)\b/i.exec(text)
    const value = match ? parseNumber(match[1]!) : undefined
    if (match && value !== undefined && value <= Number(match[2])) {
      const count =
        /(?<!\w|\d[.,])(\d[\d.,]*)\)?\s*(?:reviews?|ratings?|bewertungen|avis|opiniones|recensioni|opinii|отзыв)/i.exec(
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

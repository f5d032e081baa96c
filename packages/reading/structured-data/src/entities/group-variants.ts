import { familyOf } from '@gleaner/page-types'
import { isObject } from '@gleaner/runtime/is-object'
import { isAvailable, readAvailability } from '@gleaner/values'
import type { JsonObject } from '../syntaxes/jsonld.ts'
import { nameOf, type SourcedItem } from './main-entity.ts'
import { nameKey } from './similarity.ts'

/** What distinguishes one variant from another and is no fact of the product as a whole. */
const OWN_TO_VARIANT = [
  'sku',
  'mpn',
  'gtin',
  'gtin8',
  'gtin12',
  'gtin13',
  'gtin14',
  'productID',
  'color',
  'size',
  'url',
  '@id',
]

/**
 * A product that its page declares once per size or colour becomes one item with `hasVariant`; identifiers of single
 * variants are left out, and it is available when one of them is. Where the page's address is that of one variant, that one's
 * identifiers and offers are the product's. Any other item stays as it is.
 */
export function groupVariants(
  main: SourcedItem,
  items: readonly SourcedItem[],
  pageUrl: string,
): SourcedItem {
  if (familyOf(main.item['@type']) !== 'product') return main
  const declared = [main.item.hasVariant].flat().filter(isObject)
  const [shown, another] = declared.filter((variant) => isAt(variant, pageUrl))
  if (shown && !another) return { ...main, item: { ...main.item, ...ownFacts(shown) } }
  if (declared.length > 0)
    return main.item.offers === undefined
      ? { ...main, item: { ...main.item, ...withOffers(declared) } }
      : main
  const name = nameKey(nameOf(main.item) ?? '')
  const variants = items.filter(
    ({ source, item }) =>
      source === main.source && familyOf(item['@type']) === 'product' && nameKey(nameOf(item) ?? '') === name,
  )
  if (variants.length < 2 || name === '') return main
  const objects = variants.map(({ item }) => item)
  const item: JsonObject = { ...main.item }
  for (const field of OWN_TO_VARIANT)
    if (objects.some((other) => other[field] !== item[field])) delete item[field]
  return { ...main, item: { ...item, ...withOffers(objects), hasVariant: objects } }
}

/** Whether the page's address is that of the variant, of all that its query says. */
function isAt({ url, offers }: JsonObject, pageUrl: string): boolean {
  const [offer] = [offers].flat().filter(isObject)
  const page = withoutHash(pageUrl)
  return [url, offer?.url].some(
    (address) => typeof address === 'string' && withoutHash(URL.parse(address, pageUrl)?.href ?? '') === page,
  )
}

const withoutHash = (url: string) => url.split('#', 1)[0]!

/** What the shown variant says of itself, in place of the others. */
function ownFacts(variant: JsonObject): JsonObject {
  const fields = [...OWN_TO_VARIANT.filter((field) => field !== '@id'), 'offers']
  return Object.fromEntries(
    fields.flatMap((field) => (variant[field] === undefined ? [] : [[field, variant[field]]])),
  )
}

/** The offer of several variants: the first that is available, else the first. */
function withOffers(variants: readonly JsonObject[]): JsonObject {
  const offers = variants.flatMap((variant) => [variant.offers].flat()).filter(isObject)
  const best = offers.find((offer) => {
    const availability =
      typeof offer.availability === 'string' ? readAvailability(offer.availability) : undefined
    return availability !== undefined && isAvailable(availability)
  })
  const offer = best ?? offers[0]
  return offer ? { offers: offer } : {}
}

import { isObject } from '@gleaner/runtime/is-object'
import { type Availability, isAvailable } from '@gleaner/values'
import type { JsonObject } from '../syntaxes/jsonld.ts'

/** The same object with what applies of its offers: a price out of its specifications, and offers that are in stock first. */
export function withTerms(object: JsonObject): JsonObject {
  const priced = withPrice(object)
  if (!Array.isArray(priced.offers)) return priced
  const isInStock = (offer: unknown) =>
    isObject(offer) && offer.availability !== undefined && isAvailable(offer.availability as Availability)
  return { ...priced, offers: priced.offers.toSorted((a, b) => Number(isInStock(b)) - Number(isInStock(a))) }
}

/** Kinds of price that nobody pays now (schema.org's PriceTypeEnumeration, and the names that shops write). */
const NOT_PAID = /strikethrough|list|regular|msrp|srp|invoice|minimumadvertised|crossed/i

function withPrice(offer: JsonObject): JsonObject {
  if (offer.priceSpecification === undefined || (offer.price ?? offer.lowPrice) !== undefined) return offer
  const all = [offer.priceSpecification]
    .flat()
    .filter((one) => isObject(one) && typeof one.price === 'number')
  const specified = applying(all as JsonObject[])
  if (!specified) return offer
  const { price, priceCurrency } = specified
  return {
    ...offer,
    price,
    ...(offer.priceCurrency === undefined && priceCurrency !== undefined && { priceCurrency }),
  }
}

/** What is paid before what was asked once, of one piece before of a unit of measure, gross before net. */
function applying(specifications: JsonObject[]): JsonObject | undefined {
  const preferences: ((one: JsonObject) => boolean)[] = [
    ({ priceType }) => typeof priceType !== 'string' || !NOT_PAID.test(priceType),
    ({ referenceQuantity }) => referenceQuantity === undefined,
    ({ valueAddedTaxIncluded }) => String(valueAddedTaxIncluded).toLowerCase() === 'true',
  ]
  return preferences.reduce((left, isPreferred) => {
    const better = left.filter(isPreferred)
    return better.length > 0 ? better : left
  }, specifications)[0]
}

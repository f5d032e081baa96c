import type { readStructured } from '@gleaner/structured-data'
import { type Availability, isAvailable } from '@gleaner/values'

type Json = Record<string, unknown>

/** The facts of a product that pages declare; `type` is whether the page was taken for a product's at all. */
export const FACTS = [
  ...(['type', 'name', 'price', 'currency', 'availability'] as const),
  ...(['sku', 'gtin', 'mpn', 'brand'] as const),
]
export type Fact = (typeof FACTS)[number]

/**
 * A product's facts, each with all values that are right (the offers of several variants); undefined when the page is about
 * something else. With `onlyDeclared` only what the page declares counts, and a page that declares no price is left out.
 */
export function factsOf(
  { main, evidence }: ReturnType<typeof readStructured>,
  onlyDeclared: boolean,
): Partial<Record<Fact, string[]>> | undefined {
  if (!texts(main['@type']).some((type) => type.includes('Product'))) return undefined
  const isGiven = (field: string) =>
    !onlyDeclared || (evidence[field] !== undefined && !['page', 'embedded-state'].includes(evidence[field]))
  const offers = isGiven('offers') ? offersOf(main) : []
  const prices =
    isGiven('offers.price') || isGiven('offers.lowPrice') || Array.isArray(main.offers)
      ? offers.flatMap(({ price, lowPrice }) => texts(price ?? lowPrice))
      : []
  const positive = prices.filter((price) => Number(price) > 0)
  if (onlyDeclared && positive.length === 0) return undefined
  const availabilities = (isGiven('offers.availability') || Array.isArray(main.offers) ? offers : []).flatMap(
    ({ availability }) => texts(availability),
  )
  const given = (field: string) => (isGiven(field) ? texts(main[field]) : [])
  return {
    type: ['product'],
    name: given('name'),
    price: positive,
    currency: (isGiven('offers.priceCurrency') || Array.isArray(main.offers) ? offers : [])
      .flatMap(({ priceCurrency }) => texts(priceCurrency))
      .slice(0, 1),
    availability: availabilityOf(availabilities),
    sku: onlyDeclared ? [...given('sku'), ...given('productID')] : texts(main.sku ?? main.productID),
    gtin: [...given('gtin'), ...given('gtin13'), ...given('gtin12'), ...given('gtin8'), ...given('gtin14')],
    mpn: given('mpn'),
    brand: isGiven('brand') ? nameOf(main.brand) : [],
  }
}

function offersOf(main: Json): Json[] {
  const objects = [main.offers].flat().filter(isObject)
  return objects.flatMap((offer) => {
    const inner = [offer.offers].flat().filter(isObject)
    return offer.price === undefined && offer.lowPrice === undefined && inner.length > 0 ? inner : [offer]
  })
}

/** Any offer in stock is in stock. */
function availabilityOf(written: readonly string[]): string[] {
  if (written.length === 0) return []
  return [written.some((one) => isAvailable(one as Availability)) ? 'InStock' : 'OutOfStock']
}

function nameOf(value: unknown): string[] {
  return [value].flat().flatMap((one) => (isObject(one) ? texts(one.name) : texts(one)))
}

function texts(value: unknown): string[] {
  return [value]
    .flat()
    .flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []))
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

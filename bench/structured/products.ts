import { readStructured } from '@gleaner/structured-data'
import { type Availability, isAvailable } from '@gleaner/values'
import type { BenchPage } from './load-set.ts'
import { note, type Tally } from './score.ts'

export interface ProductTruth {
  price?: string[]
  sku?: string[]
  availability?: string[]
  brand?: string[]
}

/** The four attributes of a page in the shape of the benchmark. */
export function readProduct({
  document,
  url,
}: BenchPage<ProductTruth>): Record<keyof ProductTruth, string | undefined> {
  const { main } = readStructured(document, { url })
  const offers = [main.offers].flat().find((offer) => typeof offer === 'object' && offer !== null) as
    | Record<string, unknown>
    | undefined
  const inner = [offers?.offers].flat()[0] as Record<string, unknown> | undefined
  const availability = (offers?.availability ?? inner?.availability) as Availability | undefined
  const brand = [main.brand].flat()[0] as { name?: string } | string | undefined
  const price = offers?.price ?? offers?.lowPrice ?? inner?.price
  return {
    price: price === undefined ? undefined : String(price),
    sku: text(main.sku ?? main.productID),
    availability: availability && (isAvailable(availability) ? 'InStock' : 'OutOfStock'),
    brand: typeof brand === 'object' ? text(brand?.name) : text(brand),
  }
}

function text(value: unknown): string | undefined {
  const first = [value].flat()[0]
  return first === undefined || typeof first === 'object' ? undefined : String(first)
}

/** Notes a page in every attribute's tally; returns the attributes that were wrong. */
export function noteProduct(
  tallies: Record<string, Tally>,
  truth: ProductTruth,
  read: Record<string, string | undefined>,
): string[] {
  const wrong: string[] = []
  for (const field of ['price', 'sku', 'availability', 'brand'] as const) {
    const expected = truth[field] ?? []
    const value = read[field]
    const right = value !== undefined && expected.some((one) => isSame(field, one, value))
    note(tallies[field]!, { predicted: value !== undefined, right, expected: expected.length > 0 })
    if (!right && (value !== undefined || expected.length > 0))
      wrong.push(`${field}: ${value} (${expected.join(' | ')})`)
  }
  return wrong
}

function isSame(field: string, a: string, b: string): boolean {
  if (field === 'price') return Number(a) === Number(b)
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

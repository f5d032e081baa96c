import { familyOf } from '@gleaner/page-types'
import { isObject } from '@gleaner/runtime/is-object'
import type { JsonObject } from '../syntaxes/jsonld.ts'

/** Where a page offers a thing at a price and says nothing of stock. */
const ASSUMED = {
  value: 'InStock',
  reason: 'The page offers it at a price and says nothing of its availability.',
} as const

/** A product with what may be assumed of its availability beside it: the page itself says none. */
export function withAssumedAvailability(main: JsonObject): JsonObject {
  const { offers } = main
  if (familyOf(main['@type']) !== 'product' || !isObject(offers)) return main
  const isPriced = offers.price !== undefined || offers.lowPrice !== undefined
  if (!isPriced || offers.availability !== undefined) return main
  return { ...main, offers: { ...offers, availability_assumed: ASSUMED } }
}

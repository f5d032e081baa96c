import { z } from 'zod'
import { LIMITS } from '../limits.ts'

/** How many entries a list shows, in a query. */
export function limitUpTo(most: number, usual: number) {
  return z.coerce.number().int().min(1).max(most).default(usual).describe('Most entries of the reply.')
}

/** How many entries a list passes over, in a query. */
export function offsetUpTo(most: number = LIMITS.listOffset) {
  return z.coerce
    .number()
    .int()
    .min(0)
    .max(most)
    .default(0)
    .describe('Entries that are passed over: those of the pages before.')
}

const count = z.number().int()

/** In the reply of a list. */
export const Total = count.describe('How many entries there are in all, beyond this page too.')
export const Limit = count.describe('Most entries of a page, as it was asked for.')
export const Offset = count.describe('Entries that were passed over, as it was asked for.')

export const Warnings = z
  .array(z.string())
  .optional()
  .describe(
    'Sentences about what was asked for and is not as it seems; absent where there is nothing to say.',
  )

import { WORDS_OF_OFFERS } from './callers-words-of-offers.ts'
import { WORDS_OF_ORGANIZATIONS } from './callers-words-of-organizations.ts'
import { WORDS_OF_WORKS } from './callers-words-of-works.ts'

/** A declared entity, and what it holds under names that callers give: each row is a name and the JSON that it finds. */
export interface AskedEntity {
  entity: Record<string, unknown>
  rows: string
}

/** Names as public extraction schemas, feeds and APIs write them. */
export const CALLERS_WORDS: readonly AskedEntity[] = [
  ...WORDS_OF_OFFERS,
  ...WORDS_OF_ORGANIZATIONS,
  ...WORDS_OF_WORKS,
]

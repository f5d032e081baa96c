import type { AskedEntity } from './asked-entity.ts'
import { WORDS_OF_OFFERS } from './callers-words-of-offers.ts'
import { WORDS_OF_ORGANIZATIONS } from './callers-words-of-organizations.ts'
import { WORDS_OF_WORKS } from './callers-words-of-works.ts'

/** Names as public extraction schemas, feeds and APIs write them. */
export const CALLERS_WORDS: readonly AskedEntity[] = [
  ...WORDS_OF_OFFERS,
  ...WORDS_OF_ORGANIZATIONS,
  ...WORDS_OF_WORKS,
]

import { wordSet } from './name-words.ts'
import { SORTS } from './sorts.ts'

/** Last words of a property that add little to what stands before them. */
export const WEAK_HEADS: ReadonlySet<string> = new Set([
  ...SORTS,
  ...wordSet('requirement mode method status accepted awarded feature hour text total'),
])

import { wordSet } from './name-words.ts'

/** What nearly everything has, and says little of what it is. */
export const COMMON_WORDS = wordSet('name url image description date identifier language type')

import { nameWords } from './name-words.ts'

/** What nearly everything has, and says little of what it is. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  ['name', 'url', 'image', 'description', 'date', 'identifier', 'language', 'type'].flatMap(nameWords),
)

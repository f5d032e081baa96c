import { nameWords, splitName } from './name-words.ts'
import { OF_ACTIVITIES } from './phrases/activities.ts'
import { OF_OFFERS } from './phrases/offers.ts'
import { OF_ORGANIZATIONS } from './phrases/organizations.ts'
import { OF_THINGS } from './phrases/things.ts'
import { OF_WORKS } from './phrases/works.ts'
import { stem } from './stem.ts'

/** What people say for a property of schema.org that is called something else. */
export interface Phrase {
  /** Stems of what is written: a word that means the same is another phrase. */
  stems: readonly string[]
  words: readonly string[]
  /** Its name, or a path to it (`offers.url`). */
  property: string
  propertyWords: readonly string[]
  /** `paywalled` is the opposite of `isAccessibleForFree`: written with `!`. */
  isOpposite: boolean
}

/** The phrases of all properties; a name that has every word of one, in any order, may mean its property. */
export const PHRASES: readonly Phrase[] = [OF_WORKS, OF_OFFERS, OF_ORGANIZATIONS, OF_ACTIVITIES, OF_THINGS]
  .flatMap(Object.entries<string>)
  .flatMap(([property, phrases]) =>
    phrases.split(', ').map((phrase) => ({
      stems: without(stemsOf(phrase), 'of'),
      words: nameWords(phrase),
      property,
      propertyWords: nameWords(property),
      isOpposite: phrase.startsWith('!'),
    })),
  )

/** `years of experience` is written as `years_experience` too; `made of` is not `made`. */
function without(stems: readonly string[], filler: string): readonly string[] {
  const telling = stems.filter((word) => word !== filler)
  return telling.length > 1 ? telling : stems
}

/** The words of a name by their stems. */
export function stemsOf(name: string): string[] {
  return splitName(name).map((word) => stem(word === 'link' ? 'url' : word))
}

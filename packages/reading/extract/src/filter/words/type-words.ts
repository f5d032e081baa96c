import { familyOf } from '@gleaner/page-types'
import { nameWords } from './name-words.ts'

/** The words of what an entity declares to be, and of its family: `MusicEvent` is an event. */
export function typeWords({ '@type': declared }: Record<string, unknown>): ReadonlySet<string> {
  const types = [declared].flat().filter((type) => typeof type === 'string')
  return new Set([...types, familyOf(types) ?? ''].flatMap(nameWords))
}

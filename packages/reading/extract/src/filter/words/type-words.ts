import { familyOf } from '@gleaner/page-types'
import { nameWords } from './name-words.ts'

/** What people call things of a type, by a word of the type's name. */
const CALLED: Readonly<Record<string, string>> = {
  recipe: 'dish meal',
  movie: 'film',
  article: 'story paper piece report',
  posting: 'ad advert vacancy opening thread post job',
  listing: 'ad advert property home flat',
  event: 'gig show concert fixture match game webinar meetup talk',
  course: 'class training lesson',
  video: 'clip film',
  audio: 'recording',
  product: 'item article goods',
  question: 'thread topic post',
  how: 'guide tutorial project',
  hotel: 'property accommodation house',
  dentist: 'clinic practice',
  physician: 'doctor clinic practice',
  breakfast: 'property accommodation house',
  periodical: 'journal magazine',
  restaurant: 'eatery diner place',
  local: 'shop store clinic practice',
  episode: 'ep',
  series: 'show serial',
  album: 'record lp',
  person: 'member profile',
  dataset: 'data table',
  application: 'program tool app',
  trip: 'tour journey',
}
const BY_WORD = new Map(
  Object.entries(CALLED).map(([word, names]) => [nameWords(word)[0]!, names.split(' ').flatMap(nameWords)]),
)

/** Last words of types that say nothing of what a thing is: `VideoObject`, `CreativeWork`. */
const SAYS_NO_KIND = new Set(
  ['object', 'work', 'thing', 'value', 'specification', 'action', 'list', 'page', 'item'].flatMap(nameWords),
)

/** What a thing is, by the last word of its type: an agent, an organization; of `CollegeOrUniversity` either. */
export function callingOf({ '@type': declared }: Record<string, unknown>): readonly string[] {
  const types = [declared].flat().filter((type) => typeof type === 'string')
  const kinds = types
    .flatMap((type) => type.split(/Or(?=[A-Z])/))
    .flatMap((kind) => nameWords(kind).at(-1) ?? [])
  return [...new Set(kinds)].filter((kind) => !SAYS_NO_KIND.has(kind))
}

/** What an entity is in one word each, and what people call such a thing. */
export function headWords(entity: Record<string, unknown>): ReadonlySet<string> {
  const family = nameWords(familyOf(entity['@type']) ?? '')
  const said = [entity['@type']].flat().flatMap((type) => nameWords(String(type)))
  // A forum's post is no forum.
  const heads = [...callingOf(entity), ...family.filter((word) => !said.includes(word))]
  return new Set([...heads, ...heads.flatMap((word) => BY_WORD.get(word) ?? [])])
}

/** The words of what an entity declares to be, of its family (`MusicEvent` is an event), and what people call such a thing. */
export function typeWords({ '@type': declared }: Record<string, unknown>): ReadonlySet<string> {
  const types = [declared].flat().filter((type) => typeof type === 'string')
  const words = [...types, familyOf(types) ?? ''].flatMap(nameWords)
  return new Set([...words, ...words.flatMap((word) => BY_WORD.get(word) ?? [])])
}

import { closest, ELEMENT, type Text } from '@gleaner/markup'
import { findDates } from '@gleaner/values'
import { nameKey } from '../entities/similarity.ts'
import type { IndexedText, PageIndex } from '../page-index/page-index.ts'
import type { Headline } from './headline.ts'
import { ORGANIZATION } from './organization-words.ts'

/** How many texts after the headline may be a signature, and how many elements away. */
const NEAR = { texts: 12, elements: 60 }
/** Two to four words, each with a capital letter, but for particles. */
const PERSON =
  /^(?:\p{Lu}[\p{L}\p{M}'’.-]*)(?: (?:(?:de|da|do|del|della|der|di|du|van|von|el|al|bin|ben|la|le|ten|ter)|\p{Lu}[\p{L}\p{M}'’.-]*)){0,3} \p{Lu}[\p{L}\p{M}'’.-]+$/u
/** What stands between the names of several authors. */
const BETWEEN = /^(?:[\s|·•,/–—-]{1,3}|&|and|und|et|y|e|i|og|och|en)$/iu
const DATE_CHARS = 80
const BETWEEN_CHARS = 40
const MOST_NAMES = 8

/**
 * The name that stands beside the date under the headline, without a word that says so: two to four capitalized words in an
 * element of their own. Names of sections stand there too, and in the page's navigation or its title as well.
 */
export function findSignature(index: PageIndex, headline: Headline | undefined): string | undefined {
  if (!headline) return undefined
  const { texts } = index
  const first = texts.findIndex(({ order }) => order > headline.order)
  if (first < 0) return undefined
  const isName = ({ node, value, outside }: IndexedText) =>
    !outside &&
    PERSON.test(value) &&
    !ORGANIZATION.test(value) &&
    isAlone(node) &&
    !isElsewhere(index, headline, value)
  const last = Math.min(texts.length, first + NEAR.texts)
  for (let at = first; at < last && texts[at]!.order < headline.order + NEAR.elements; at += 1) {
    if (!isName(texts[at]!)) continue
    const names = [texts[at]!.value]
    let end = at + 1
    for (; end < texts.length && names.length < MOST_NAMES; end += 1) {
      if (isName(texts[end]!)) names.push(texts[end]!.value)
      else if (!BETWEEN.test(texts[end]!.value)) break
    }
    if (isDated(index, at - 1, -1) || isDated(index, end, 1)) return names.join(', ')
    at = end
  }
  return undefined
}

/** The text is all that its element shows. */
function isAlone({ parent }: Text): boolean {
  return (
    parent?.type === ELEMENT &&
    !/^h[1-6]$/.test(parent.tag) &&
    parent.children.every((child) => child.type !== ELEMENT) &&
    closest(parent, 'figure') === undefined
  )
}

/** The text at a place is a date, or the one behind it, past a separator or a short line (a role, a town). */
function isDated({ texts, dates }: PageIndex, at: number, step: 1 | -1): boolean {
  const holdsDate = (text: IndexedText | undefined) =>
    text !== undefined && text.value.length < DATE_CHARS && findDates(text.value, dates).length > 0
  if (holdsDate(texts[at])) return true
  const between = texts[at]?.value ?? ''
  return between.length < BETWEEN_CHARS && holdsDate(texts[at + step])
}

/** In navigation, or within the page's title: the name of a section or of the page's subject. */
function isElsewhere({ texts, title }: PageIndex, headline: Headline, value: string): boolean {
  const key = nameKey(value)
  return (
    [title ?? '', headline.text].some((text) => nameKey(text).includes(key)) ||
    texts.some((text) => text.outside && text.value.length === value.length && nameKey(text.value) === key)
  )
}

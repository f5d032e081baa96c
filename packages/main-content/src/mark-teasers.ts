import { visibleText } from '@gleaner/markup'
import { leadsElsewhere } from './boilerplate-lines.ts'
import { ownLine } from './mark-boilerplate.ts'
import { isLine, type Outline } from './outline.ts'

/** Fewer alike are no list of other things. */
const MIN_CARDS = 3
/** Characters without spaces of a card; what is longer describes rather than points elsewhere. */
const MAX_CARD = 250
/** Elements of a card: bounds the work on a page of cards in cards. */
const MAX_ELEMENTS = 200
/** Share of a card's text that is link: the name of what it leads to. */
const MIN_LINK = 0.2

/**
 * Marks lists of cards on a page that is about one thing: a card that matches `sign` is about another. A card is one of
 * several siblings alike, holds a link, and is short. Nothing is marked when the cards are more than `maxShare` of the
 * text.
 */
export function markTeasers(outline: Outline, clutter: Uint8Array, sign: RegExp, maxShare: number): void {
  const marks = clutter.slice()
  for (let parent = 0; parent < clutter.length; parent++) {
    if (clutter[parent] || outline.linkText[parent]! < MIN_LINK) continue
    for (const cards of alike(outline, parent, clutter)) {
      if (cards.length < MIN_CARDS) continue
      const matching = cards.filter((i) => sign.test(visibleText(outline.elements[i]!)))
      if (matching.length * 2 >= cards.length) for (const i of cards) marks.fill(1, i, outline.end[i])
    }
  }
  let left = 0
  let inCards = 0
  for (let i = 0; i < clutter.length; i++) {
    if (clutter[i]) continue
    left += outline.ownText[i]!
    if (marks[i]) inCards += outline.ownText[i]!
  }
  if (inCards === 0 || inCards > maxShare * left) return
  clutter.set(marks)
  markTitles(outline, clutter)
}

/** Marks the titles over the cards ("You may also like"). */
function markTitles(outline: Outline, clutter: Uint8Array): void {
  for (let i = 1; i < clutter.length; i++) {
    if (clutter[i] || !isLine(outline, i) || outline.text[i]! > MAX_TITLE) continue
    if (leadsElsewhere(ownLine(outline.elements[i]!))) clutter.fill(1, i, outline.end[i])
  }
}

/** Characters without spaces. */
const MAX_TITLE = 60

/** The short children that hold links, by tag and class. */
function alike(outline: Outline, parent: number, clutter: Uint8Array): Iterable<number[]> {
  const groups = new Map<string, number[]>()
  for (let i = parent + 1; i < outline.end[parent]!; i = outline.end[i]!) {
    const text = outline.text[i]!
    if (outline.end[i]! - i > MAX_ELEMENTS) continue
    if (clutter[i] || text === 0 || text > MAX_CARD || outline.linkText[i]! < MIN_LINK * text) continue
    const { tag, attrs } = outline.elements[i]!
    const kind = `${tag} ${attrs.class ?? ''}`
    const group = groups.get(kind)
    if (group) group.push(i)
    else groups.set(kind, [i])
  }
  return groups.values()
}

import { HEADINGS, visibleText } from '@gleaner/markup'
import { addToParents, type Outline } from './outline.ts'

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
 * text. What stands over them goes with them.
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
  const cards = textOf(outline, (i) => marks[i] === 1 && !clutter[i])
  const left = textOf(outline, (i) => !marks[i])
  if (cards[0] === 0 || cards[0]! > maxShare * (cards[0]! + left[0]!)) return
  clutter.set(marks)
  markBoxes(outline, clutter, cards, left)
  markHeadings(outline, clutter, cards)
}

/** Characters of what is counted, of each subtree. */
function textOf(outline: Outline, counts: (i: number) => boolean): Int32Array {
  const sums = outline.ownText.map((text, i) => (counts(i) ? text : 0))
  addToParents(outline.parent, sums)
  return sums
}

/** Characters without spaces of what stands with cards in a box: their title, where to see more of them. */
const MAX_TITLE = 60
/** Share of the cards' text. */
const MAX_REST = 0.5

/** Marks the boxes that hold little but cards. */
function markBoxes(outline: Outline, clutter: Uint8Array, cards: Int32Array, left: Int32Array): void {
  for (let i = 1; i < clutter.length; ) {
    const isBox = cards[i]! > 0 && left[i]! <= MAX_TITLE && left[i]! < MAX_REST * cards[i]!
    if (isBox) clutter.fill(1, i, outline.end[i])
    i = isBox ? outline.end[i]! : i + 1
  }
}

/** Marks the headings that only cards stand under. A line inside a heading is part of it. */
function markHeadings({ elements, ownText, end }: Outline, clutter: Uint8Array, cards: Int32Array): void {
  const inHeading = new Uint8Array(clutter.length)
  elements.forEach(({ tag }, i) => {
    if (HEADINGS.has(tag)) inHeading.fill(1, i + 1, end[i])
  })
  let hasCards = false
  let hasText = false
  for (let i = clutter.length - 1; i > 0; i--) {
    if (clutter[i]) hasCards ||= cards[i]! > 0
    else if (!HEADINGS.has(elements[i]!.tag)) hasText ||= ownText[i]! > 0 && !inHeading[i]
    else {
      if (hasCards && !hasText && elements[i]!.tag !== 'h1') clutter.fill(1, i, end[i])
      hasCards = false
      hasText = false
    }
  }
}

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

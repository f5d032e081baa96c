import type { Outline } from './outline.ts'

/** Fewer alike are no list of other pages. */
const MIN_CARDS = 3
/** Characters without spaces of a card; what is longer tells rather than points elsewhere. */
const MAX_CARD = 450
/** Share of a card's text that is link: the name of what it leads to. */
const MIN_LINK = 0.15
/** Rows and cells are data, whatever they link to. */
const DATA_TAGS: ReadonlySet<string> = new Set(['tr', 'td', 'th', 'tbody', 'dt', 'dd', 'p'])

/**
 * The teasers of other pages: siblings alike (tag and first class), each a short box of several lines with a linked one
 * among them. Gives the groups, in document order of their parents.
 */
export function findCards(outline: Outline): number[][] {
  const groups: number[][] = []
  for (let parent = 0; parent < outline.elements.length; parent++) {
    if (outline.linkText[parent]! === 0) continue
    for (const group of cardsIn(outline, parent)) if (group.length >= MIN_CARDS) groups.push(group)
  }
  return groups
}

/** Summaries of other pages are running text, but not what this page is about. */
const CARD_VALUE = 0.3

/** The text values with those inside cards counted for less. */
export function valueBesideCards(outline: Outline, own: Float64Array): Float64Array {
  const values = own.slice()
  for (const i of findCards(outline).flat())
    for (let k = i; k < outline.end[i]!; k++) if (values[k]! > 0) values[k] = own[k]! * CARD_VALUE
  return values
}

function cardsIn(outline: Outline, parent: number): Iterable<number[]> {
  const groups = new Map<string, number[]>()
  for (let i = parent + 1; i < outline.end[parent]!; i = outline.end[i]!) {
    if (!isCard(outline, i)) continue
    const { tag, attrs } = outline.elements[i]!
    const kind = `${tag} ${(attrs.class ?? '').trim().split(/\s/, 1)[0]}`
    const group = groups.get(kind)
    if (group) group.push(i)
    else groups.set(kind, [i])
  }
  return groups.values()
}

function isCard({ elements, text, ownText, linkText }: Outline, i: number): boolean {
  const isLine = ownText[i] === text[i]
  return (
    text[i]! > 0 &&
    text[i]! <= MAX_CARD &&
    !isLine &&
    linkText[i]! >= MIN_LINK * text[i]! &&
    !DATA_TAGS.has(elements[i]!.tag)
  )
}

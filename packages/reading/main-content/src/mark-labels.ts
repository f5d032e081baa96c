import { closest, visibleText } from '@gleaner/markup'
import { ownLine } from './mark-boilerplate.ts'
import { commonAncestor, isLine, type Outline } from './outline.ts'
import { PRICE } from './page-signs.ts'

/** Characters without spaces of a label on a card. */
const MAX_LABEL = 40
/** Characters without spaces of a card in a shop. */
const MAX_CARD = 1_000
/** Fewer cards may well have a word in common. */
const MIN_CARDS = 4
/** Labels that are looked at: bounds the work on a page of nothing else. */
const MAX_LABELS = 50
/** Share of the cards that have the label. What only some have ("In stock") tells them apart. */
const MIN_SHARE = 0.9

/**
 * Marks the labels that every card of a list of things with prices has ("View details", "Compare"): they are of the shop's
 * making and tell nothing of what is on a card. Numbers and names of values (`Weight:`) stay.
 */
export function markLabels(outline: Outline, clutter: Uint8Array): void {
  for (const lines of repeatedLabels(outline, clutter)) {
    for (let at = 0; at + MIN_CARDS <= lines.length; ) {
      const parent = commonAncestor(outline, outline.parent[lines[at]!]!, lines[at + 1]!)
      const start = at
      while (at < lines.length && lines[at]! < outline.end[parent]!) at++
      const group = lines.slice(start, at)
      if (actOnCards(outline, group) && isOnEveryCard(outline, parent, group, clutter))
        for (const i of group) clutter.fill(1, i, outline.end[i])
    }
  }
}

function repeatedLabels(outline: Outline, clutter: Uint8Array): number[][] {
  const sized = new Map<string, number[]>()
  for (let i = 1; i < clutter.length; i++) {
    if (clutter[i] || outline.ownText[i]! > MAX_LABEL || !isLine(outline, i)) continue
    const { tag, attrs } = outline.elements[i]!
    add(sized, `${outline.text[i]} ${tag} ${attrs.class ?? ''}`, i)
  }
  const found = new Map<string, number[]>()
  // Reading is what costs time: only what has the length and the look of others is read.
  for (const lines of sized.values()) {
    if (lines.length < MIN_CARDS) continue
    for (const i of lines) {
      const line = ownLine(outline.elements[i]!)
      if (!/\d|:$/.test(line)) add(found, line, i)
    }
  }
  const labels = [...found.values()].filter((lines) => lines.length >= MIN_CARDS).slice(0, MAX_LABELS)
  return labels.map((lines) => lines.sort((a, b) => a - b))
}

function add(groups: Map<string, number[]>, name: string, i: number): void {
  const group = groups.get(name)
  if (group) group.push(i)
  else groups.set(name, [i])
}

/** They are controls, or each leads to something else: links to one author or section say what the cards share. */
function actOnCards(outline: Outline, labels: readonly number[]): boolean {
  const places = labels.slice(0, MIN_CARDS).map((i) => placeOf(outline, i))
  return new Set(places).size > 1 || places[0] === ''
}

/** Where a click on a label leads; empty for a control. */
function placeOf(outline: Outline, label: number): string | undefined {
  for (let i = label; i < outline.end[label]!; i++) {
    const { tag, attrs } = outline.elements[i]!
    if (CONTROLS.has(tag)) return ''
    if (tag === 'a') return attrs.href?.startsWith('#') ? '' : attrs.href
  }
  return closest(outline.elements[label]!, 'a')?.attrs.href
}

const CONTROLS: ReadonlySet<string> = new Set(['button', 'label', 'summary'])

/** The cards are the children of `parent` with text that look like the one with the first label. */
function isOnEveryCard(
  outline: Outline,
  parent: number,
  labels: readonly number[],
  clutter: Uint8Array,
): boolean {
  let kind: string | undefined
  let cards = 0
  let labelled = 0
  let priced = 0
  let next = 0
  for (let i = parent + 1; i < outline.end[parent]!; i = outline.end[i]!) {
    if (clutter[i] || outline.text[i] === 0) continue
    const { tag, attrs } = outline.elements[i]!
    const before = next
    while (next < labels.length && labels[next]! < outline.end[i]!) next++
    const hasLabel = next > before
    // A card is more than its label.
    if (hasLabel && outline.text[i] === outline.text[labels[before]!]) return false
    kind ??= hasLabel ? `${tag} ${attrs.class ?? ''}` : undefined
    if (hasLabel || kind === `${tag} ${attrs.class ?? ''}`) cards++
    if (hasLabel) {
      labelled++
      if (outline.text[i]! < MAX_CARD && PRICE.test(visibleText(outline.elements[i]!))) priced++
    }
  }
  return labelled >= MIN_CARDS && labelled >= MIN_SHARE * cards && priced * 2 >= labelled
}

import type { NameVerdict } from './names.ts'
import type { Outline } from './outline.ts'

/** Boxes of one name that make a list; characters of text of each. */
const MIN_PARTS = 3
const MIN_PART = 30

/** What a part has about it: never the part itself, however many there are. */
const DETAIL =
  /^(?:ratings?|swatch(?:es)?|quantity|qty|wish-?list|compare|quick-view|shar(?:e|ing)|votes?|helpful)$/

/** Class names of boxes that a page has many of, with text: its parts, whatever they are called. A page has one footer. */
export function repeatedParts(outline: Outline, verdicts: readonly NameVerdict[]): ReadonlySet<string> {
  const sums = new Map<string, { boxes: number; text: number }>()
  verdicts.forEach(({ clutter }, i) => {
    const name = outline.elements[i]!.attrs.class
    if (!clutter || DETAIL.test(clutter) || !name || outline.text[i] === 0) return
    const sum = sums.get(name) ?? { boxes: 0, text: 0 }
    sums.set(name, sum)
    sum.boxes++
    sum.text += outline.text[i]!
  })
  return new Set(
    [...sums]
      .filter(([, { boxes, text }]) => boxes >= MIN_PARTS && text >= MIN_PART * boxes)
      .map(([name]) => name),
  )
}

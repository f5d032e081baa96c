import { HEADINGS, visibleText } from '@gleaner/markup'
import type { Outline } from './outline.ts'
import { plainTitle } from './plain-title.ts'

/** So many boxes named after their headings are the habit of what made the page. */
const MIN_SECTIONS = 3
/** Boxes around a heading that are looked at. */
const MAX_UP = 3
/** Characters of a heading that are read. */
const MAX_HEADING = 200

/**
 * The boxes whose id is made of the words of their own heading, as generators of manuals do: such a name says what the
 * section is about (`related-applications`, `request-for-comments`). Empty unless the page has several.
 */
export function findHeadingIds(outline: Outline): ReadonlySet<number> {
  const found = new Set<number>()
  let before = 0
  outline.elements.forEach(({ tag }, heading) => {
    if (!HEADINGS.has(tag)) return
    const last = before
    before = heading
    let title: string | undefined
    let box = heading
    for (let up = 0; up < MAX_UP; up++) {
      const parent = outline.parent[box]!
      if (parent <= 0 || parent <= last) return
      box = parent
      const { id } = outline.elements[box]!.attrs
      if (!id || id.length > MAX_HEADING) continue
      title ??= plainTitle(visibleText(outline.elements[heading]!).slice(0, MAX_HEADING))
      if (isMadeOf(plainTitle(id), title)) found.add(box)
    }
  })
  return found.size >= MIN_SECTIONS ? found : new Set()
}

/** A number may stand before the heading, or a mark after it. */
function isMadeOf(name: string, title: string): boolean {
  return name !== '' && (title.startsWith(name) || title.endsWith(name))
}

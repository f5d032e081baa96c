import { visibleText } from '@gleaner/markup'
import { ownLine } from './mark-boilerplate.ts'
import type { Outline } from './outline.ts'
import { plainTitle } from './plain-title.ts'

/**
 * Marks what a reader of the running text skips: captions and credits of pictures, and the headline, which stands in
 * the result's `title`. Undefined when there is neither.
 */
export function markCaptions(
  outline: Outline,
  root: number,
  clutter: Uint8Array,
  title: string | undefined,
): Uint8Array | undefined {
  const marks = clutter.slice()
  let found = false
  const mark = (i: number) => {
    marks.fill(1, i, outline.end[i])
    found = true
  }
  for (let i = root + 1; i < outline.end[root]!; i++) {
    if (marks[i]) continue
    const { tag, attrs } = outline.elements[i]!
    const isLine = tag === 'p' && outline.ownText[i]! < 200
    if (isLine && CAPTION_LINE.test(ownLine(outline.elements[i]!))) mark(i)
    else if (tag === 'figcaption' || CAPTION_NAME.test(attrs.class ?? '')) mark(i)
    else if (
      tag === 'h1' &&
      title !== undefined &&
      title.includes(plainTitle(visibleText(outline.elements[i]!)))
    )
      mark(i)
  }
  return found ? marks : undefined
}

/** Captions written as paragraphs. */
const CAPTION_LINE =
  /^(?:abb(?:ildung)?|bild|foto|grafik|titelbild|fotos?|figure|fig|photos?|image|picture|illustration|graphic|credit|source)\b ?(?:\d+|by|credits?|von|©)? ?[:.|©(]/i

const CAPTION_NAME =
  /(?:^|[\s_-])(?:wp-caption-text|(?:image|photo|img|picture|media|video)[_-]*(?:caption|credit)s?|caption[_-]?text)(?:$|[\s_-])/i

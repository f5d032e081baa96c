import { readNames } from './names.ts'
import type { Outline } from './outline.ts'

/** With less text than this in the page's main part, a line more or less is no sign. Characters without spaces. */
const MIN_TEXT = 500

/**
 * How much of what stands in the page's main part in sentences is left out of its content, from 0 to 1. What is beside the
 * content for certain, by its element, role or name, does not count on either side.
 */
export function shareLeftOut(
  outline: Outline,
  own: Float64Array,
  { root, clutter }: { root: number; clutter: Uint8Array },
): number {
  const { elements, end } = outline
  const names = readNames(outline)
  const part = mainPart(outline, root)
  let all = 0
  let out = 0
  for (let i = part; i < end[part]!; ) {
    const isOut = clutter[i] === 1 || end[i]! <= root || i >= end[root]!
    const { tag, attrs } = elements[i]!
    const { clutter: word, comments, reviews } = names[i]!
    const isBeside = BESIDE_TAGS.has(tag) || BESIDE_ROLES.has(attrs.role ?? '')
    if (isOut && (isBeside || word !== undefined || comments !== undefined || reviews !== undefined)) {
      i = end[i]!
      continue
    }
    const good = Math.max(0, own[i]!)
    all += good
    if (isOut) out += good
    i++
  }
  return all < MIN_TEXT ? 0 : out / all
}

/** What the page itself marks as its main part around the content, or else the box that was chosen. */
function mainPart({ elements, parent }: Outline, root: number): number {
  for (let i = root; i > 0; i = parent[i]!)
    if (elements[i]!.tag === 'main' || elements[i]!.attrs.role === 'main') return i
  return root
}

const BESIDE_TAGS: ReadonlySet<string> = new Set(
  'nav aside footer form dialog menu search select iframe object canvas'.split(' '),
)
const BESIDE_ROLES: ReadonlySet<string> = new Set(
  'alert alertdialog banner complementary contentinfo dialog menu navigation search status'.split(' '),
)

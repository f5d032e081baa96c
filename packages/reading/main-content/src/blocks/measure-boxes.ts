import { type Element, HEADINGS } from '@gleaner/markup'
import { addToParents, type Outline } from '../outline.ts'

/** What the elements of a page hold and how they stand to each other, as arrays by their places in the outline. */
export interface Boxes {
  /** The nearest ancestor with more text; 0 for the outermost. */
  outer: Int32Array
  /** The outermost element that holds the same text and no more. */
  top: Int32Array
  depth: Int32Array
  /** A number for each tag with its class attribute. */
  kind: Int32Array
  /** Siblings of the same kind with text, the element itself among them. */
  alike: Int32Array
  /** Of the subtree: lines, and characters of those that are kept. */
  lines: Int32Array
  kept: Int32Array
  pictures: Int32Array
  controls: Int32Array
  headings: Int32Array
}

export function measureBoxes(outline: Outline, isKept: (i: number) => boolean): Boxes {
  const { elements, parent, text, ownText } = outline
  const size = elements.length
  const boxes: Boxes = {
    outer: new Int32Array(size),
    top: new Int32Array(size),
    depth: new Int32Array(size),
    kind: new Int32Array(size),
    alike: new Int32Array(size),
    lines: new Int32Array(size),
    kept: new Int32Array(size),
    pictures: new Int32Array(size),
    controls: new Int32Array(size),
    headings: new Int32Array(size),
  }
  const kinds = new Map<string, number>()
  for (let i = 0; i < size; i++) {
    const element = elements[i]!
    const { tag } = element
    const up = parent[i]!
    const isSame = i > 0 && text[up] === text[i]
    boxes.outer[i] = i === 0 ? 0 : isSame ? boxes.outer[up]! : up
    boxes.top[i] = isSame ? boxes.top[up]! : i
    boxes.depth[i] = i === 0 ? 0 : boxes.depth[up]! + 1
    // Parts of a line have no text of their own, and nobody asks for their kind.
    if (text[i]! > 0) boxes.kind[i] = kindOf(element, kinds)
    if (ownText[i]! > 0) {
      boxes.lines[i] = 1
      if (isKept(i)) boxes.kept[i] = ownText[i]!
    }
    if (PICTURES.has(tag)) boxes.pictures[i] = 1
    else if (CONTROLS.has(tag)) boxes.controls[i] = 1
    else if (HEADINGS.has(tag)) boxes.headings[i] = 1
  }
  for (const sums of [boxes.lines, boxes.kept, boxes.pictures, boxes.controls, boxes.headings])
    addToParents(parent, sums)
  countAlike(outline, boxes, kinds.size)
  return boxes
}

const PICTURES: ReadonlySet<string> = new Set(['img', 'picture', 'video'])
const CONTROLS: ReadonlySet<string> = new Set(['input', 'button', 'select', 'textarea'])

function kindOf({ tag, attrs }: Element, kinds: Map<string, number>): number {
  const build = attrs.class === undefined ? tag : `${tag} ${attrs.class}`
  const known = kinds.get(build)
  if (known !== undefined) return known
  kinds.set(build, kinds.size)
  return kinds.size - 1
}

function countAlike({ end, text }: Outline, { kind, alike }: Boxes, kinds: number): void {
  const counts = new Int32Array(kinds)
  for (let parent = 0; parent < kind.length; parent++) {
    if (text[parent] === 0) continue
    const stop = end[parent]!
    for (let i = parent + 1; i < stop; i = end[i]!) if (text[i]! > 0) counts[kind[i]!]!++
    for (let i = parent + 1; i < stop; i = end[i]!) if (text[i]! > 0) alike[i] = counts[kind[i]!]!
    for (let i = parent + 1; i < stop; i = end[i]!) if (text[i]! > 0) counts[kind[i]!] = 0
  }
}

import { BLOCK, type Blocks } from './differing-blocks.ts'
import type { Box } from './raster.ts'

/** More of them are no help to the eye. */
const MOST_BOXES = 100
/** Blocks apart that still belong together: words of a line, lines of a paragraph. */
const REACH = 2

/** Boxes around blocks that differ, in pixels: those near each other share one. Where they are too many, blocks are taken by fours, and again. */
export function boxesOf(blocks: Blocks, size = BLOCK): Box[] {
  const boxes = joined(groupsOf(blocks))
  if (boxes.length > MOST_BOXES) return boxesOf(byFours(blocks), 2 * size)
  return boxes.map(({ left, top, right, bottom }) => ({
    left: left * size,
    top: top * size,
    right: right * size,
    bottom: bottom * size,
  }))
}

function byFours({ columns, rows, differs }: Blocks): Blocks {
  const coarse = { columns: Math.ceil(columns / 2), rows: Math.ceil(rows / 2) }
  const any = new Uint8Array(coarse.columns * coarse.rows)
  for (let at = 0; at < differs.length; at++)
    if (differs[at]) any[Math.floor(at / columns / 2) * coarse.columns + Math.floor((at % columns) / 2)] = 1
  return { ...coarse, differs: any }
}

/** Boxes, in blocks, of what can be reached by short steps. */
function groupsOf({ columns, rows, differs }: Blocks): Box[] {
  const left = Uint8Array.from(differs)
  const boxes: Box[] = []
  for (let start = 0; start < left.length; start++) {
    if (!left[start]) continue
    const box = { left: columns, top: rows, right: 0, bottom: 0 }
    const open = [start]
    left[start] = 0
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % columns, Math.floor(at / columns)]
      grow(box, { left: x, top: y, right: x + 1, bottom: y + 1 })
      for (let v = Math.max(0, y - REACH); v <= Math.min(rows - 1, y + REACH); v++)
        for (let u = Math.max(0, x - REACH); u <= Math.min(columns - 1, x + REACH); u++) {
          const near = v * columns + u
          if (!left[near]) continue
          left[near] = 0
          open.push(near)
        }
    }
    boxes.push(box)
  }
  return boxes
}

/** Boxes that overlap are one. */
function joined(boxes: readonly Box[]): Box[] {
  let left = [...boxes]
  for (let before = -1; before !== left.length; ) {
    before = left.length
    const kept: Box[] = []
    for (const box of left) {
      const other = kept.find((one) => overlaps(one, box))
      if (!other) kept.push({ ...box })
      else grow(other, box)
    }
    left = kept
  }
  return left
}

const overlaps = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

function grow(box: Box, { left, top, right, bottom }: Box): void {
  box.left = Math.min(box.left, left)
  box.top = Math.min(box.top, top)
  box.right = Math.max(box.right, right)
  box.bottom = Math.max(box.bottom, bottom)
}

import type { TextItem } from './text-line.ts'

type Pdf = Awaited<ReturnType<typeof import('unpdf')['getDocumentProxy']>>

/** How text stands on a page as it is shown: a quarter turn to the left each, from upright. */
type Turn = 0 | 1 | 2 | 3
const TURNS: readonly Turn[] = [0, 1, 2, 3]

/** Text that leans more than this, as the tangent, is stamped across the page and not read. */
const MOST_LEAN = 0.3
/** Turned text is a stamp in the margin below these characters, or this share of what most of the page has. */
const STAMP_CHARS = 100
const STAMP_SHARE = 0.05

interface Placed extends TextItem {
  turn: Turn
}

/**
 * The texts of a page as a reader holds it, in points from its bottom left: those that stand upright, then, turned
 * until they do, those that stand otherwise, as a table on its side. Stamps in the margin are left out.
 */
export async function readItems(pdf: Pdf, number: number): Promise<TextItem[][]> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  const { transform, width, height } = page.getViewport({ scale: 1 })
  const placed = items.flatMap((item) => ('str' in item ? place(item, transform) : []))
  page.cleanup()
  const most = Math.max(...TURNS.map((turn) => countCharacters(placed, turn)))
  return TURNS.map((turn) => {
    const characters = countCharacters(placed, turn)
    const isStamp = turn !== 0 && characters < Math.max(STAMP_CHARS, most * STAMP_SHARE)
    return isStamp && characters < most ? [] : placed.filter((item) => item.turn === turn)
  })
    .filter((group) => group.length > 0)
    .map((group) => group.map((item) => toUpright(item, width, height)))
}

interface PdfText {
  str: string
  transform: number[]
  width: number
  height: number
}

/** Where the text stands on the page as shown, with y upwards from the top edge. */
function place(item: PdfText, [a, b, c, d, e, f]: number[]): Placed[] {
  const [ta, tb, , , tx, ty] = item.transform as [number, number, number, number, number, number]
  const [along, up] = [a! * ta + c! * tb, -(b! * ta + d! * tb)]
  const [long, short] = [Math.max(Math.abs(along), Math.abs(up)), Math.min(Math.abs(along), Math.abs(up))]
  if (short > long * MOST_LEAN) return []
  return [
    {
      text: item.str.replace(/\s+/g, ' '),
      x: a! * tx + c! * ty + e!,
      y: -(b! * tx + d! * ty + f!),
      width: item.width,
      size: Math.hypot(ta, tb) || item.height,
      turn: Math.abs(along) >= Math.abs(up) ? (along >= 0 ? 0 : 2) : up > 0 ? 1 : 3,
    },
  ]
}

/** Turns the page so that the text stands upright, with its bottom left as the origin. */
function toUpright({ turn, ...item }: Placed, width: number, height: number): TextItem {
  const { x, y } = item
  if (turn === 0) return { ...item, y: y + height }
  if (turn === 1) return { ...item, x: y + height, y: width - x }
  if (turn === 2) return { ...item, x: width - x, y: -y }
  return { ...item, x: -y, y: x }
}

function countCharacters(items: readonly Placed[], turn: Turn): number {
  return items.reduce((sum, item) => sum + (item.turn === turn ? item.text.trim().length : 0), 0)
}

import { boxesOf } from './boxes-of.ts'
import { differingBlocks } from './differing-blocks.ts'
import { textWidth, writeText } from './letters.ts'
import { type Colour, fillBox, filled, outline, paste, type Raster } from './raster.ts'

export const MARGIN = 24
/** Of the line above each picture. */
export const HEAD = 40

const SURFACE: Colour = [244, 246, 244]
const BORDER: Colour = [208, 214, 210]
const MUTED: Colour = [96, 106, 100]
const SCALE = 2
/** Between what differs and its box. */
const ROOM = 6

/** What tells the two apart beside their colours: dashes say what was, a whole line what is. */
const SIDES = [
  { name: 'BEFORE', colour: [179, 38, 30], isDashed: true },
  { name: 'AFTER', colour: [20, 122, 68], isDashed: false },
] as const satisfies readonly { name: string; colour: Colour; isDashed: boolean }[]

/** What a pair of pictures of this size comes to. */
export function sizeOf(paneWidth: number, paneHeight: number): { width: number; height: number } {
  return { width: 2 * paneWidth + 3 * MARGIN, height: paneHeight + HEAD + 2 * MARGIN }
}

/** Both pictures beside each other on one ground, with the times of their making (ISO 8601), and boxes around what differs. */
export function draw(pictures: readonly [Raster, Raster], times: readonly string[]): Raster {
  const paneWidth = Math.max(...pictures.map(({ width }) => width))
  const paneHeight = Math.max(...pictures.map(({ height }) => height))
  const { width, height } = sizeOf(paneWidth, paneHeight)
  const sheet = filled(width, height, SURFACE)
  const boxes = boxesOf(differingBlocks(...pictures))
  const top = MARGIN + HEAD
  for (const [side, { name, colour, isDashed }] of SIDES.entries()) {
    const left = MARGIN + side * (paneWidth + MARGIN)
    writeText(sheet, name, { left, top: MARGIN, scale: SCALE, colour })
    const time = `${times[side]!.slice(0, 10)} ${times[side]!.slice(11, 16)} UTC`
    const at = left + textWidth(`${name}  `, SCALE)
    writeText(sheet, time, { left: at, top: MARGIN, scale: SCALE, colour: MUTED })
    fillBox(
      sheet,
      { left: left - 1, top: top - 1, right: left + paneWidth + 1, bottom: top + paneHeight + 1 },
      BORDER,
    )
    fillBox(sheet, { left, top, right: left + paneWidth, bottom: top + paneHeight }, SURFACE)
    paste(sheet, pictures[side]!, left, top)
    for (const box of boxes) {
      const placed = {
        left: left + box.left - ROOM,
        top: top + box.top - ROOM,
        right: left + Math.min(box.right, paneWidth) + ROOM,
        bottom: top + Math.min(box.bottom, paneHeight) + ROOM,
      }
      outline(sheet, placed, colour, isDashed)
    }
  }
  return sheet
}

import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import sharp, { type Sharp } from 'sharp'
import { MADE, PANE_WIDTH, READ, UNREADABLE_EXIT } from '../bounds.ts'
import { draw, sizeOf } from './draw.ts'
import type { Raster } from './raster.ts'

/** The program that compares two pictures: PNGs at descriptors 0 and 3, their times as arguments; the PNG that is made goes to descriptor 1. */

/** No file but these two, and nothing but PNG. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

/** Of a result that has too many bytes. */
const SMALLER = 0.7
const WHITE = '#fff'

class Unreadable extends Error {}

async function readBytes(fd: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of createReadStream('', { fd })) {
    bytes += piece.length
    if (bytes > READ.bytes) throw new Unreadable()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Rows are read one after the other, and never all of them at once. */
const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: READ.pixels, sequentialRead: true, failOn: 'error' })

interface Size {
  width: number
  height: number
}

async function readSize(bytes: Buffer): Promise<Size> {
  const { format, width, height } = await open(bytes).metadata()
  if (format !== 'png' || width * height > READ.pixels) throw new Unreadable()
  return { width, height }
}

/** Pictures are made smaller by sixteenths, and cut to whole ones: else two of different heights would be drawn out differently. */
const STEPS = 16

async function readPixels(bytes: Buffer, size: Size, steps: number): Promise<Raster> {
  const cut = (side: number) => (steps === STEPS || side < STEPS ? side : side - (side % STEPS))
  const [width, height] = [cut(size.width), cut(size.height)]
  const scaled = (side: number) => Math.max(1, Math.round((side * steps) / STEPS))
  const { data, info } = await open(bytes)
    .extract({ left: 0, top: 0, width, height })
    .resize(scaled(width), scaled(height), { fit: 'fill' })
    .flatten({ background: WHITE })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 3) throw new Unreadable()
  return { width: info.width, height: info.height, pixels: data }
}

/** How many sixteenths of both fit within the bounds of a sheet. */
function stepsFor(sizes: readonly Size[]): number {
  const width = Math.max(...sizes.map((one) => one.width))
  const height = Math.max(...sizes.map((one) => one.height))
  for (let steps = STEPS; steps > 1; steps--) {
    const paneWidth = Math.ceil((width * steps) / STEPS)
    const sheet = sizeOf(paneWidth, Math.ceil((height * steps) / STEPS))
    const fits = sheet.width * sheet.height <= MADE.pixels && sheet.height <= MADE.side
    if (fits && paneWidth <= PANE_WIDTH) return steps
  }
  return 1
}

async function make(times: string[]): Promise<Buffer> {
  const given = [await readBytes(0), await readBytes(3)] as const
  const sizes = [await readSize(given[0]), await readSize(given[1])] as const
  for (let steps = stepsFor(sizes); steps >= 1; steps = Math.floor(steps * SMALLER)) {
    const pictures = [
      await readPixels(given[0], sizes[0], steps),
      await readPixels(given[1], sizes[1], steps),
    ] as const
    const { width, height, pixels } = draw(pictures, times)
    const made = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 6 })
      .toBuffer()
    if (made.length <= MADE.bytes) return made
  }
  throw new Unreadable()
}

try {
  await pipeline(Readable.from([await make(process.argv.slice(2))]), process.stdout)
} catch {
  process.exitCode = UNREADABLE_EXIT
}

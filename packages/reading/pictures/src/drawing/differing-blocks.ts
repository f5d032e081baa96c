import type { Raster } from './raster.ts'

/** Side of a block, in pixels. */
export const BLOCK = 12
/** Of a channel: less is noise of a gradient, or of how a font is smoothed. */
const TOLERANCE = 16
/** Pixels of a block that must differ. */
const LEAST_PIXELS = 3

/** Which blocks of two pictures differ, row by row. */
export interface Blocks {
  columns: number
  rows: number
  differs: Uint8Array
}

/**
 * Compares block by block. A pixel differs when nothing around its place in the other picture is like it, so that edges which are smoothed otherwise,
 * or lie a pixel further, are the same. What one picture has beyond the other differs.
 */
export function differingBlocks(a: Raster, b: Raster): Blocks {
  const columns = Math.ceil(Math.max(a.width, b.width) / BLOCK)
  const rows = Math.ceil(Math.max(a.height, b.height) / BLOCK)
  const counts = new Uint16Array(columns * rows)
  const width = Math.max(a.width, b.width)
  const height = Math.max(a.height, b.height)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / BLOCK) * columns
    const isInBoth = y < a.height && y < b.height
    for (let x = 0; x < width; x++) {
      if (isInBoth && x < a.width && x < b.width) {
        const [at, bt] = [(y * a.width + x) * 3, (y * b.width + x) * 3]
        if (isLike(a.pixels, at, b.pixels, bt)) continue
        if (isAround(a.pixels, at, b, x, y) && isAround(b.pixels, bt, a, x, y)) continue
      }
      counts[row + Math.floor(x / BLOCK)]!++
    }
  }
  return { columns, rows, differs: Uint8Array.from(counts, (count) => (count >= LEAST_PIXELS ? 1 : 0)) }
}

function isLike(a: Uint8Array, at: number, b: Uint8Array, bt: number): boolean {
  return (
    Math.abs(a[at]! - b[bt]!) <= TOLERANCE &&
    Math.abs(a[at + 1]! - b[bt + 1]!) <= TOLERANCE &&
    Math.abs(a[at + 2]! - b[bt + 2]!) <= TOLERANCE
  )
}

function isAround(
  pixels: Uint8Array,
  at: number,
  { width, height, pixels: others }: Raster,
  x: number,
  y: number,
): boolean {
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++)
      if (isLike(pixels, at, others, (v * width + u) * 3)) return true
  return false
}

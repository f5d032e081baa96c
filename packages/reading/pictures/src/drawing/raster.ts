/** Pixels of three bytes (red, green, blue), row by row. */
export interface Raster {
  width: number
  height: number
  pixels: Uint8Array
}

export type Colour = readonly [number, number, number]

export interface Box {
  left: number
  top: number
  /** Behind its last pixel. */
  right: number
  bottom: number
}

export function filled(width: number, height: number, [red, green, blue]: Colour): Raster {
  const pixels = new Uint8Array(width * height * 3)
  for (let x = 0; x < width; x++) pixels.set([red, green, blue], x * 3)
  for (let y = 1; y < height; y++) pixels.copyWithin(y * width * 3, 0, width * 3)
  return { width, height, pixels }
}

export function fillBox(raster: Raster, { left, top, right, bottom }: Box, colour: Colour): void {
  const { width, height, pixels } = raster
  for (let y = Math.max(0, top); y < Math.min(bottom, height); y++)
    for (let x = Math.max(0, left); x < Math.min(right, width); x++) pixels.set(colour, (y * width + x) * 3)
}

export function paste(raster: Raster, picture: Raster, left: number, top: number): void {
  const bytes = picture.width * 3
  for (let y = 0; y < picture.height; y++)
    raster.pixels.set(
      picture.pixels.subarray(y * bytes, (y + 1) * bytes),
      ((top + y) * raster.width + left) * 3,
    )
}

const STROKE = 3
const DASH = 12

/** The sides of a box, around it; dashes as long as what lies between them. */
export function outline(
  raster: Raster,
  { left, top, right, bottom }: Box,
  colour: Colour,
  isDashed: boolean,
): void {
  const side = (from: number, to: number, boxOf: (from: number, to: number) => Box) => {
    const step = isDashed ? DASH : Math.max(1, to - from)
    for (let at = from; at < to; at += isDashed ? 2 * step : step)
      fillBox(raster, boxOf(at, Math.min(at + step, to)), colour)
  }
  const [x0, y0, x1, y1] = [left - STROKE, top - STROKE, right + STROKE, bottom + STROKE]
  side(x0, x1, (a, b) => ({ left: a, right: b, top: y0, bottom: y0 + STROKE }))
  side(x0, x1, (a, b) => ({ left: a, right: b, top: y1 - STROKE, bottom: y1 }))
  side(y0, y1, (a, b) => ({ top: a, bottom: b, left: x0, right: x0 + STROKE }))
  side(y0, y1, (a, b) => ({ top: a, bottom: b, left: x1 - STROKE, right: x1 }))
}

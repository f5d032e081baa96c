/** Pixels as pdf.js gives them: rows of grey, RGB or RGBA bytes. */
export interface Pixels {
  data: Uint8Array | Uint8ClampedArray
  width: number
  height: number
  channels: 1 | 3 | 4
}

/** An image file of raw pixels (PGM or PPM), which every Tesseract reads. http://netpbm.sourceforge.net/doc/ppm.html */
export function toNetpbm({ data, width, height, channels }: Pixels): Buffer {
  const isGrey = channels === 1
  const header = Buffer.from(`P${isGrey ? 5 : 6}\n${width} ${height}\n255\n`)
  if (channels !== 4) return Buffer.concat([header, new Uint8Array(data)])
  const body = Buffer.allocUnsafe(width * height * 3)
  for (let from = 0, to = 0; to < body.length; from += 4, to += 3) {
    body[to] = data[from]!
    body[to + 1] = data[from + 1]!
    body[to + 2] = data[from + 2]!
  }
  return Buffer.concat([header, body])
}

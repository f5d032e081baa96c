import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const RGB_8_BIT = [8, 2, 0, 0, 0]

/** A PNG of width x height pixels; `colorAt` gives red, green and blue from 0 to 255. */
export function png(width: number, height: number, colorAt: (x: number, y: number) => number[]): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3)) // each row starts with filter type 0
  for (let y = 0, at = 0; y < height; y++) {
    at++
    for (let x = 0; x < width; x++, at += 3) rows.set(colorAt(x, y), at)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(RGB_8_BIT, 8)
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([SIGNATURE, ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.byteLength, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

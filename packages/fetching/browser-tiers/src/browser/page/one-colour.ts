import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

/** Whether a PNG of 8-bit colours, as Chromium writes them, shows one colour and nothing else. */
export async function isOneColour(png: Uint8Array): Promise<boolean> {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const [depth, type, , , interlaced] = bytes.subarray(24)
  const channels = CHANNELS[type!]
  if (channels === undefined || depth !== 8 || interlaced !== 0) return false
  const rowBytes = width * channels
  // One colour compresses to next to nothing: whatever is larger need not be looked at.
  if (bytes.length > (rowBytes * height) / LEAST_RATIO + HEAD_BYTES) return false
  const rows = await promisify(inflate)(imageData(bytes), { maxOutputLength: (rowBytes + 1) * height })
  const colour = rows.subarray(1, 1 + channels)
  const [first, later] = [true, false].map((isFirst) => filteredRows(colour, rowBytes, isFirst)) as Buffer[][]
  for (let at = 0; at < rows.length; at += rowBytes + 1) {
    const expected = (at === 0 ? first : later)![rows[at]!]
    if (expected?.equals(rows.subarray(at + 1, at + 1 + rowBytes)) !== true) return false
  }
  return true
}

/** Values of a pixel by PNG's types of colour: grey, RGB, RGBA. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 6: 4 }
/** Chromium's fast compression makes some 1:250 of one colour. */
const LEAST_RATIO = 100
const HEAD_BYTES = 4_096

/** The content of all IDAT chunks (PNG, section 5.3: length, type, data, checksum). */
function imageData(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return Buffer.concat(parts)
}

/** How a row of one colour is written by each of the five filters (PNG, section 9.2), below a row of it or of nothing. */
function filteredRows(colour: Buffer, rowBytes: number, isFirst: boolean): Buffer[] {
  const row = (start: (value: number) => number, rest: (value: number) => number) =>
    Buffer.concat([colour.map(start), Buffer.alloc(rowBytes - colour.length, colour.map(rest))])
  const all = (value: number) => value
  const none = () => 0
  const lessHalf = (value: number) => value - (value >> 1)
  return isFirst
    ? [row(all, all), row(all, none), row(all, all), row(all, lessHalf), row(all, none)]
    : [row(all, all), row(all, none), row(none, none), row(lessHalf, none), row(none, none)]
}

import { crc32, deflateSync } from 'node:zlib'

/** A PNG of black pixels, 1 bit each, of any size: 50,000 by 50,000 take 300 KB. https://www.w3.org/TR/png-3/ */
export function hugePng(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 9 })
  const parts = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** A GIF whose screen and one frame claim a size. https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
export function hugeGif(width: number, height: number): Uint8Array {
  const size = le16(width, height)
  const screen = [...size, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  const frame = [0x2c, ...le16(0, 0), ...size, 0, 2, 2, 0x4c, 0x01, 0, 0x3b]
  return new Uint8Array([...Buffer.from('GIF89a'), ...screen, ...frame])
}

/** A lossless WebP whose header claims a size, at most 16,384 each. https://www.rfc-editor.org/rfc/rfc9649 */
export function hugeWebp(width: number, height: number): Uint8Array {
  const bits = Buffer.alloc(4)
  bits.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0)
  const data = Buffer.concat([Buffer.from([0x2f]), bits, Buffer.alloc(27)])
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('RIFF'),
      le32(12 + data.length),
      Buffer.from('WEBPVP8L'),
      le32(data.length),
      data,
    ]),
  )
}

/** A TIFF of one strip that claims a size. https://www.adobe.io/open/standards/TIFF.html */
export function hugeTiff(width: number, height: number): Uint8Array {
  const tags: [tag: number, value: number][] = [
    [256, width],
    [257, height],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, height],
    [279, 64],
  ]
  const entries = tags.map(([tag, value]) => Buffer.concat([Buffer.from(le16(tag, 4)), le32(1), le32(value)]))
  const directory = Buffer.concat([Buffer.from(le16(tags.length)), ...entries, le32(0)])
  return new Uint8Array(Buffer.concat([Buffer.from('II*\0', 'latin1'), le32(8), directory, Buffer.alloc(64)]))
}

/** A JPEG (baseline, one component) whose frame claims a size. https://www.w3.org/Graphics/JPEG/itu-t81.pdf */
export function hugeJpeg(width: number, height: number): Uint8Array {
  const quantization = [0xff, 0xdb, 0, 67, 0, ...Array(64).fill(1)]
  const frame = [0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]
  const table = (id: number) => [0xff, 0xc4, 0, 20, id, 1, ...Array(15).fill(0), 0]
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0, 0, 0]
  return new Uint8Array([
    0xff,
    0xd8,
    ...quantization,
    ...frame,
    ...table(0),
    ...table(0x10),
    ...scan,
    0xff,
    0xd9,
  ])
}

function le16(...values: number[]): number[] {
  return values.flatMap((value) => [value & 255, value >> 8])
}

function le32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Width and height in pixels. */
export interface ImageSize {
  width: number
  height: number
}

/** Reads the size that an image's header claims; undefined where it claims none. */
type ReadSize = (bytes: Buffer) => ImageSize | undefined

/** By MIME type. Sources: PNG (3rd ed.) 11.2.1, GIF89a 18, ITU T.81 B.2.2, RFC 9649, BITMAPINFOHEADER. */
const READERS: Readonly<Record<string, ReadSize>> = {
  'image/png': (bytes) => size(bytes.readUInt32BE(16), bytes.readUInt32BE(20)),
  'image/gif': (bytes) => size(bytes.readUInt16LE(6), bytes.readUInt16LE(8)),
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
  'image/bmp': (bytes) => size(bytes.readInt32LE(18), Math.abs(bytes.readInt32LE(22))),
  'image/x-icon': (bytes) => size(bytes[6]! || 256, bytes[7]! || 256),
}

/** The size of an image by its header alone: nothing is decoded. */
export function imageSize(bytes: Uint8Array, type: string): ImageSize | undefined {
  try {
    return READERS[type]?.(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    // It ends before its header does.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** What `metadata` says of an image. */
export function imageFacts(bytes: Uint8Array, type: string): Record<string, unknown> {
  return { image_type: type, ...imageSize(bytes, type) }
}

function size(width: number, height: number): ImageSize | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined
}

/** Frame headers, but those of Huffman tables, extensions and arithmetic coding, which have numbers among them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The segments before the frame, one after the other. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  for (let at = 2; at < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return size(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return undefined
}

function webpSize(bytes: Buffer): ImageSize | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    case 'VP8 ':
      return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
    default:
      return undefined
  }
}

import { crc32, deflateRawSync } from 'node:zlib'

const DEFLATED = 8
// MS-DOS date of 2026-01-01: the archive is the same bytes every time.
const DATE = ((2026 - 1980) << 9) | (1 << 5) | 1

/** A ZIP archive of files given as path -> content. */
export function zip(files: Record<string, string>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path)
    const fields = describe(name, Buffer.from(content))
    const packed = deflateRawSync(content)
    const local = Buffer.concat([bytes(4, 0x04034b50), fields, name, packed])
    directory.push(
      Buffer.concat([
        bytes(4, 0x02014b50),
        bytes(2, 20),
        fields,
        bytes(2, 0, 0, 0),
        bytes(4, 0, offset),
        name,
      ]),
    )
    bodies.push(local)
    offset += local.byteLength
  }
  const index = Buffer.concat(directory)
  const end = [
    bytes(4, 0x06054b50),
    bytes(2, 0, 0, bodies.length, bodies.length),
    bytes(4, index.byteLength, offset),
  ]
  return Buffer.concat([...bodies, index, ...end, bytes(2, 0)])
}

/** What the local header and the central directory say alike: version to extra-field length. */
function describe(name: Buffer, content: Buffer): Buffer {
  const packed = deflateRawSync(content).byteLength
  return Buffer.concat([
    bytes(2, 20, 0, DEFLATED, 0, DATE),
    bytes(4, crc32(content), packed, content.byteLength),
    bytes(2, name.byteLength, 0),
  ])
}

function bytes(size: 2 | 4, ...values: number[]): Buffer {
  const buffer = Buffer.alloc(size * values.length)
  for (const [index, value] of values.entries()) buffer.writeUIntLE(value, index * size, size)
  return buffer
}

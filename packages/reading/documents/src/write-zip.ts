import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive of small files, compressed. `claims` overrides the decompressed size that the directory states. */
export function writeZip(
  files: Record<string, string | Uint8Array>,
  claims: Record<string, number> = {},
): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(bytes), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(claims[name] ?? bytes.length, 8)
    const nameBytes = Buffer.from(name)
    const lengths = Buffer.alloc(4)
    lengths.writeUInt16LE(nameBytes.length, 0)
    const common = [Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0x21, 0]), sizes, lengths]
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), ...common, nameBytes, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), ...common, place, nameBytes]))
    parts.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, entries, end]))
}

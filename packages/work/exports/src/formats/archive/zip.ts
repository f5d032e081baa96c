import { crc32 } from 'node:zlib'

/** A file of an archive (PKWARE, APPNOTE.TXT 6.3.10), stored as it is: what stands in it is compressed already, or is sought in. */
export interface ZipEntry {
  name: string
  /** Where its header begins. */
  offset: number
  bytes: number
  crc: number
}

/** Version 4.5 knows sizes above 4 GB. */
const VERSION = 45
/** Names are UTF-8. */
const FLAGS = 0x0800
const LARGE = 0xffffffff

export { crc32 }

/** What stands before the bytes of a file. A file has less than 4 GB; where it begins may lie further. */
export function zipHeader({ name, bytes, crc }: Omit<ZipEntry, 'offset'>, time: Date): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(VERSION, 4)
  writeCommon(header, 6, { bytes, crc }, time)
  header.writeUInt16LE(Buffer.byteLength(name), 26)
  return Buffer.concat([header, Buffer.from(name)])
}

/** The directory, which stands at the end; it begins at `offset`. */
export function zipDirectory(entries: readonly ZipEntry[], offset: number, time: Date): Buffer {
  const listed = Buffer.concat(entries.map((entry) => directoryEntry(entry, time)))
  const large = Buffer.alloc(56)
  large.writeUInt32LE(0x06064b50, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE(VERSION, 12)
  large.writeUInt16LE(VERSION, 14)
  large.writeBigUInt64LE(BigInt(entries.length), 24)
  large.writeBigUInt64LE(BigInt(entries.length), 32)
  large.writeBigUInt64LE(BigInt(listed.length), 40)
  large.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + listed.length), 8)
  locator.writeUInt32LE(1, 16)
  const needsLarge = offset + listed.length >= LARGE || entries.length >= 0xffff
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 8)
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 10)
  end.writeUInt32LE(Math.min(listed.length, LARGE), 12)
  end.writeUInt32LE(Math.min(offset, LARGE), 16)
  return Buffer.concat([listed, ...(needsLarge ? [large, locator] : []), end])
}

function directoryEntry({ name, offset, bytes, crc }: ZipEntry, time: Date): Buffer {
  const isFar = offset >= LARGE
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(VERSION, 4)
  entry.writeUInt16LE(VERSION, 6)
  writeCommon(entry, 8, { bytes, crc }, time)
  entry.writeUInt16LE(Buffer.byteLength(name), 28)
  entry.writeUInt16LE(isFar ? 12 : 0, 30)
  entry.writeUInt32LE(isFar ? LARGE : offset, 42)
  const extra = Buffer.alloc(isFar ? 12 : 0)
  if (isFar) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(offset), 4)
  }
  return Buffer.concat([entry, Buffer.from(name), extra])
}

/** Flags, method, time, checksum and sizes, which stand alike in both. */
function writeCommon(
  header: Buffer,
  at: number,
  { bytes, crc }: Pick<ZipEntry, 'bytes' | 'crc'>,
  time: Date,
): void {
  header.writeUInt16LE(FLAGS, at)
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1)
  header.writeUInt16LE(clock, at + 4)
  const day = ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate()
  header.writeUInt16LE(day, at + 6)
  header.writeUInt32LE(crc, at + 8)
  header.writeUInt32LE(bytes, at + 12)
  header.writeUInt32LE(bytes, at + 16)
}

import { inflateRawSync } from 'node:zlib'

/** Most files an archive may list, and most bytes it may unfold to. */
const MAX_FILES = 10_000
const MAX_TOTAL_BYTES = 200 * 1024 * 1024

interface Entry {
  method: number
  compressedSize: number
  size: number
  offset: number
}

/** A zip archive in memory. Files are unfolded when asked for; `undefined` when absent or beyond the limits. */
export interface Zip {
  names: string[]
  has(name: string): boolean
  bytes(name: string): Uint8Array | undefined
  text(name: string): string | undefined
  /** Whether everything in it fits the limits: as the directory claims, and by unfolding it, since that may lie. */
  isBounded(): boolean
}

/** Opens a zip archive by its central directory; undefined for what is none. Encrypted files count as absent. */
export function openZip(bytes: Uint8Array): Zip | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = readDirectory(buffer)
  if (!entries) return undefined
  let left = MAX_TOTAL_BYTES

  const read = (name: string): Uint8Array | undefined => {
    const entry = entries.get(name)
    if (!entry || left <= 0) return undefined
    const content = unfold(buffer, entry, left)
    left -= content?.length ?? 0
    return content
  }
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    bytes: read,
    text: (name) => {
      const content = read(name)
      return content && new TextDecoder().decode(content)
    },
    isBounded: () => {
      if (claimedBytes(entries) > MAX_TOTAL_BYTES) return false
      let total = 0
      for (const entry of entries.values()) {
        const content = unfold(buffer, entry, MAX_TOTAL_BYTES - total)
        if (!content) return false
        total += content.length
        if (total >= MAX_TOTAL_BYTES) return false
      }
      return true
    },
  }
}

function claimedBytes(entries: ReadonlyMap<string, Entry>): number {
  return [...entries.values()].reduce((sum, { size }) => sum + size, 0)
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50

function readDirectory(buffer: Buffer): Map<string, Entry> | undefined {
  const end = buffer.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > buffer.length || buffer.readUInt32LE(end) !== END_OF_DIRECTORY) return undefined
  const count = buffer.readUInt16LE(end + 10)
  if (count > MAX_FILES) return undefined
  const entries = new Map<string, Entry>()
  let at = buffer.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + 46 > buffer.length || buffer.readUInt32LE(at) !== DIRECTORY_ENTRY) break
    const flags = buffer.readUInt16LE(at + 8)
    const nameLength = buffer.readUInt16LE(at + 28)
    const isEncrypted = (flags & 1) === 1
    const name = buffer.toString('utf8', at + 46, at + 46 + nameLength)
    if (!isEncrypted && !name.endsWith('/')) {
      entries.set(name, {
        method: buffer.readUInt16LE(at + 10),
        compressedSize: buffer.readUInt32LE(at + 20),
        size: buffer.readUInt32LE(at + 24),
        offset: buffer.readUInt32LE(at + 42),
      })
    }
    at += 46 + nameLength + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32)
  }
  return entries
}

function unfold(buffer: Buffer, entry: Entry, most: number): Uint8Array | undefined {
  const { offset, compressedSize, method } = entry
  if (most <= 0 || offset + 30 > buffer.length || buffer.readUInt32LE(offset) !== LOCAL_HEADER)
    return undefined
  const start = offset + 30 + buffer.readUInt16LE(offset + 26) + buffer.readUInt16LE(offset + 28)
  const content = buffer.subarray(start, start + compressedSize)
  if (method === 0) return content.length <= most ? content : undefined
  if (method !== 8) return undefined
  try {
    return inflateRawSync(content, { maxOutputLength: most })
  } catch {
    return undefined
  }
}

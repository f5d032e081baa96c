import { buffer } from 'node:stream/consumers'
import { MEGABYTE } from '@gleaner/runtime/units'
import { type Entry, fromBufferPromise } from 'yauzl'

/** Most files an archive may list, and most bytes it may decompress to. */
const MAX_FILES = 10_000
const MAX_TOTAL_BYTES = 200 * MEGABYTE

/** A zip archive in memory. Files are decompressed when asked for; `undefined` when absent, damaged or beyond the limits. */
export interface Zip {
  has(name: string): boolean
  names(): string[]
  bytes(name: string): Promise<Uint8Array | undefined>
  text(name: string): Promise<string | undefined>
  /** Whether everything in it fits the limits: as the directory claims, and by decompressing it, as the claim may be false. */
  isBounded(): Promise<boolean>
}

/** Opens a zip archive by its central directory; undefined for what is none. Encrypted files count as absent. */
export async function openZip(bytes: Uint8Array): Promise<Zip | undefined> {
  try {
    const archive = await fromBufferPromise(withoutTrailer(bytes))
    if (archive.entryCount > MAX_FILES) return undefined
    const entries = new Map<string, Entry>()
    for await (const entry of archive.eachEntry()) {
      if (!entry.isEncrypted() && !entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
    }
    // A stream fails when it yields another number of bytes than the directory claims.
    return zipOf(entries, (entry) => archive.openReadStreamPromise(entry))
  } catch {
    return undefined
  }
}

function zipOf(
  entries: ReadonlyMap<string, Entry>,
  decompress: (entry: Entry) => Promise<NodeJS.ReadableStream>,
): Zip {
  let left = MAX_TOTAL_BYTES
  const bytes = async (name: string) => {
    const entry = entries.get(name)
    if (!entry || entry.uncompressedSize > left) return undefined
    left -= entry.uncompressedSize
    return await decompress(entry)
      .then(buffer)
      .catch(() => undefined)
  }
  return {
    has: (name) => entries.has(name),
    names: () => [...entries.keys()],
    bytes,
    async text(name) {
      const content = await bytes(name)
      return content && new TextDecoder().decode(content)
    },
    async isBounded() {
      const claimed = [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
      if (claimed > MAX_TOTAL_BYTES) return false
      try {
        for (const entry of entries.values()) for await (const _ of await decompress(entry));
        return true
      } catch {
        return false
      }
    },
  }
}

const END_OF_DIRECTORY = Buffer.from('PK\x05\x06')
/** Its bytes up to the archive's comment, whose length stands in the last two. */
const END_BYTES = 22

/** The archive alone: servers append line breaks. */
function withoutTrailer(bytes: Uint8Array): Buffer {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = all.lastIndexOf(END_OF_DIRECTORY) + END_BYTES
  return all.subarray(0, end + all.readUInt16LE(end - 2))
}

/** Places for hashes that were seen; a new one takes the place of an old one. 16 KB. */
const PLACES = 8_192

export interface SeenHashes {
  /** How many of the hashes were not seen lately; from now on they all were. */
  countNew(hashes: readonly number[]): number
  /** Whether a hash was seen lately. */
  isSeen(hash: number): boolean
  /** As base64, for `createSeenHashes`. */
  toText(): string
}

/** Remembers some thousand 32-bit hashes in a fixed space: by its lower bits each has one place, which keeps its upper ones. */
export function createSeenHashes(text = ''): SeenHashes {
  const places = new Uint16Array(PLACES)
  const stored = Buffer.from(text, 'base64')
  if (stored.length === places.byteLength) Buffer.from(places.buffer).set(stored)
  const placeOf = (hash: number) => hash % PLACES
  // 0 is an empty place.
  const tagOf = (hash: number) => (hash >>> 16) | 1
  const isSeen = (hash: number) => places[placeOf(hash)] === tagOf(hash)
  return {
    countNew(hashes) {
      let fresh = 0
      for (const hash of hashes) {
        if (!isSeen(hash)) fresh++
        places[placeOf(hash)] = tagOf(hash)
      }
      return fresh
    },
    isSeen,
    toText: () => Buffer.from(places.buffer).toString('base64'),
  }
}

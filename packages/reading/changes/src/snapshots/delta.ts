import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/**
 * A later version of a text as what it differs in from an earlier one. Two forms: `0`, one place was changed: lengths of the equal
 * beginning and end, and what is between; `1`, zstd with the earlier version as its dictionary.
 */
export function makeDelta(base: Buffer, next: Buffer): Buffer {
  const place = onePlace(base, next)
  if (place.length <= SMALL) return place
  const packed = Buffer.concat([
    Buffer.of(DICTIONARY),
    zstdCompressSync(next, { dictionary: base, params: PARAMS }),
  ])
  return packed.length < place.length ? packed : place
}

/** The later version. Throws for what is no delta of `base`. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  if (delta[0] === DICTIONARY)
    return zstdDecompressSync(delta.subarray(1), { dictionary: base, maxOutputLength: MOST_BYTES })
  const head = readNumber(delta, 1)
  const tail = readNumber(delta, head.end)
  if (delta[0] !== ONE_PLACE || head.value + tail.value > base.length)
    throw new Error('The delta is of another text.')
  return Buffer.concat([
    base.subarray(0, head.value),
    delta.subarray(tail.end),
    base.subarray(base.length - tail.value),
  ])
}

const ONE_PLACE = 0
const DICTIONARY = 1
/** Bytes of a delta below which zstd, whose frame and sequences take some 30, is not tried. */
const SMALL = 48
/** Bytes of a version: more than a reply holds. */
export const MOST_BYTES = 64 * 1024 * 1024

const PARAMS = {
  [constants.ZSTD_c_compressionLevel]: 3,
  [constants.ZSTD_c_contentSizeFlag]: 0,
  [constants.ZSTD_c_checksumFlag]: 0,
  [constants.ZSTD_c_dictIDFlag]: 0,
}

function onePlace(base: Buffer, next: Buffer): Buffer {
  const most = Math.min(base.length, next.length)
  const head = commonLength(most, (index) => base[index] === next[index])
  const tail = commonLength(
    most - head,
    (index) => base[base.length - 1 - index] === next[next.length - 1 - index],
  )
  return Buffer.concat([
    Buffer.of(ONE_PLACE, ...writeNumber(head), ...writeNumber(tail)),
    next.subarray(head, next.length - tail),
  ])
}

function commonLength(most: number, isEqual: (index: number) => boolean): number {
  let length = 0
  while (length < most && isEqual(length)) length++
  return length
}

/** Seven bits a byte, the lowest first (LEB128). */
export function writeNumber(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) + 128)
  }
}

export function readNumber(bytes: Buffer, from: number): { value: number; end: number } {
  let value = 0
  let factor = 1
  for (let end = from; end < bytes.length && factor < 2 ** 49; end++, factor *= 128) {
    value += (bytes[end]! % 128) * factor
    if (bytes[end]! < 128) return { value, end: end + 1 }
  }
  throw new Error('The bytes end within a number.')
}

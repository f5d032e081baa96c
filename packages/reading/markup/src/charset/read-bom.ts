const BOMS: { bytes: number[]; encoding: string }[] = [
  // Before those of UTF-16, as one of them begins it.
  { bytes: [0xff, 0xfe, 0, 0], encoding: 'utf-32le' },
  { bytes: [0, 0, 0xfe, 0xff], encoding: 'utf-32be' },
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
]

/** The byte order mark a body starts with; it outranks every declaration. `length` is in bytes. */
export function readBom(bytes: Uint8Array): { encoding: string; length: number } | undefined {
  const bom = BOMS.find((known) => known.bytes.every((byte, i) => bytes[i] === byte))
  return bom && { encoding: bom.encoding, length: bom.bytes.length }
}

/** Bytes that are looked at, and the share of them that is zero at some places of two or four at least. */
const [SNIFFED, LEAST_ZEROS] = [2048, 1 / 8]

/**
 * UTF-16 and UTF-32 without a byte order mark: no other text holds zeros, and theirs stand at the same places of two or
 * four bytes, beside each character of markup.
 */
export function sniffWide(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be' | undefined {
  const groups = Math.min(bytes.length, SNIFFED) >> 2
  const zeros = [0, 0, 0, 0] as [number, number, number, number]
  for (let at = 0; at < groups * 4; at++) if (bytes[at] === 0) zeros[at & 3]!++
  if (groups < 2) return undefined
  const [first, second, third, fourth] = zeros.map((count) => count / groups) as typeof zeros
  if (fourth > 0.9 && third > 0.9 && first < LEAST_ZEROS) return 'utf-32le'
  if (first > 0.9 && second > 0.9 && fourth < LEAST_ZEROS) return 'utf-32be'
  const [even, odd] = [(first + third) / 2, (second + fourth) / 2]
  if (odd > LEAST_ZEROS && even < odd / 16) return 'utf-16le'
  if (even > LEAST_ZEROS && odd < even / 16) return 'utf-16be'
  return undefined
}

const BOMS: { bytes: number[]; encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
]

/** The byte order mark a body starts with; it outranks every declaration. `length` is in bytes. */
export function readBom(bytes: Uint8Array): { encoding: string; length: number } | undefined {
  const bom = BOMS.find((known) => known.bytes.every((byte, i) => bytes[i] === byte))
  return bom && { encoding: bom.encoding, length: bom.bytes.length }
}

/** UTF-16 without a byte order mark: in markup nearly every second byte is zero; which one gives the byte order. */
export function sniffUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.min(bytes.length, 2048) >> 1
  const zeros = [0, 0]
  for (let i = 0; i < pairs * 2; i++) if (bytes[i] === 0) zeros[i & 1]!++
  const [even, odd] = zeros as [number, number]
  if (pairs < 4) return undefined
  if (odd > pairs / 2 && even < pairs / 8) return 'utf-16le'
  if (even > pairs / 2 && odd < pairs / 8) return 'utf-16be'
  return undefined
}

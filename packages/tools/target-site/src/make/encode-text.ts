const LEAD_BYTES = [0x81, 0xfe] as const
const TRAIL_BYTES = [0x40, 0xfe] as const

/**
 * Text in a legacy character set of one or two bytes a character. Node only decodes those, so the table is
 * made by decoding every sequence. Throws for a character that the set does not have.
 */
export function encodeText(text: string, charset: string): Buffer {
  if (charset === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  const table = tableOf(charset)
  return Buffer.concat(
    [...text].map((character) => {
      const bytes = table.get(character)
      if (!bytes) throw new Error(`${charset} has no ${character}`)
      return bytes
    }),
  )
}

function tableOf(charset: string): Map<string, Buffer> {
  const decoder = new TextDecoder(charset)
  const table = new Map<string, Buffer>()
  const add = (...bytes: number[]) => {
    const sequence = Buffer.from(bytes)
    const text = decoder.decode(sequence)
    const isOne = [...text].length === 1 && text !== '\ufffd'
    if (isOne && !table.has(text)) table.set(text, sequence)
  }
  for (let byte = 0; byte <= 0xff; byte++) add(byte)
  for (let lead = LEAD_BYTES[0]; lead <= LEAD_BYTES[1]; lead++) {
    for (let trail = TRAIL_BYTES[0]; trail <= TRAIL_BYTES[1]; trail++) add(lead, trail)
  }
  return table
}

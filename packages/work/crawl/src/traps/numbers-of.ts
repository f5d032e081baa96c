/** The 32-bit numbers in a signature's base64url. */
export function numbersOf(text = ''): number[] {
  const bytes = Buffer.from(text, 'base64url')
  return Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(at * 4))
}

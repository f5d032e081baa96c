/** Oid of `text` in every Postgres. */
const TEXT_OID = 25
const HEADER_BYTES = 20

/**
 * A `text[]` parameter in Postgres's binary format: large texts go over as they are, where the client would write an array as one text in
 * which each quote is escaped, as each is in JSON.
 */
export function binaryTextArray(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const array = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + length, HEADER_BYTES))
  const [dimensions, hasNulls, firstIndex] = [1, 0, 1]
  let at = 0
  for (const field of [dimensions, hasNulls, TEXT_OID, texts.length, firstIndex])
    at = array.writeInt32BE(field, at)
  for (const [index, text] of texts.entries()) {
    at = array.writeInt32BE(lengths[index]!, at)
    at += array.write(text, at)
  }
  return array
}

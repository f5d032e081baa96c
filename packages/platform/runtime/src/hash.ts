export const FNV_OFFSET = 0x811c9dc5
export const FNV_PRIME = 0x01000193

/** FNV-1a of 32 bits over a text's UTF-16 units, unsigned. `from`: the hash of what stands before the text. */
export function fnv1a(text: string, from = FNV_OFFSET): number {
  let hash = from
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return hash >>> 0
}

/** The finalizer of MurmurHash3: spreads what differs in a few bits over all 32, unsigned. */
export function mix32(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

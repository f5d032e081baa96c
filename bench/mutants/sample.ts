/** So many of the items, drawn without putting back; the same ones for the same seed. */
export function sample<T>(items: readonly T[], size: number, seed: number): T[] {
  const random = mulberry32(seed)
  const left = [...items]
  for (let at = left.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[left[at], left[other]] = [left[other]!, left[at]!]
  }
  return left.slice(0, size)
}

/** Tommy Ettinger's generator of 32 bits: small, and the same everywhere. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Numbers of 0 to 1 that a seed alone decides (mulberry32). */
export interface Random {
  next(): number
  pick<T>(list: readonly T[]): T
  below(most: number): number
}

export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return { next, below, pick: (list) => list[below(list.length)]! }
}

/** Which entries of two lists are the same, and which of these stand in the same order. */
export interface Matching {
  /** For each entry of the first list its place in the second, -1 without one; and the other way round. */
  toSecond: Int32Array
  toFirst: Int32Array
  /** Of the first list: matched, and in the order that the most entries keep. */
  inOrder: Uint8Array
}

/**
 * Matches equal entries, the first with the first, whatever their order. Costs n log n for any input: unlike a shortest edit
 * script, which costs the square of the difference. `ordered` tells whose order counts; the others are in order wherever they are.
 */
export function match(
  first: readonly string[],
  second: readonly string[],
  ordered: (index: number) => boolean = () => true,
): Matching {
  const toSecond = new Int32Array(first.length).fill(-1)
  const toFirst = new Int32Array(second.length).fill(-1)
  const waiting = new Map<string, { places: number[]; next: number }>()
  second.forEach((key, place) => {
    const known = waiting.get(key)
    if (known) known.places.push(place)
    else waiting.set(key, { places: [place], next: 0 })
  })
  first.forEach((key, index) => {
    const known = waiting.get(key)
    if (!known || known.next >= known.places.length) return
    const place = known.places[known.next++]!
    toSecond[index] = place
    toFirst[place] = index
  })
  const inOrder = new Uint8Array(first.length)
  const matched: number[] = []
  for (let i = 0; i < first.length; i++) {
    if (toSecond[i] === -1) continue
    if (ordered(i)) matched.push(i)
    else inOrder[i] = 1
  }
  for (const place of longestRising(matched.map((index) => toSecond[index]!))) inOrder[matched[place]!] = 1
  return { toSecond, toFirst, inOrder }
}

/** Places of the longest rising subsequence (patience sorting). */
function longestRising(values: readonly number[]): number[] {
  const tails: number[] = []
  const before = new Int32Array(values.length)
  values.forEach((value, index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (values[tails[middle]!]! < value) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? tails[low - 1]! : -1
    tails[low] = index
  })
  const places: number[] = []
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at]!) places.push(at)
  return places.reverse()
}

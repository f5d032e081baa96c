import { fnv1a } from '@gleaner/runtime/hash'

/** Size of a fingerprint: similarity is right within some 0.05. */
const SIZE = 128
const MAX_TEXT = 24 * 1024

/**
 * The smallest hashes of the text's word triples, in order. Numbers are left out: times, counters and tokens differ between
 * two loads of one page.
 */
export function fingerprintOf(text: string): number[] {
  const words =
    text
      .slice(0, MAX_TEXT)
      .toLowerCase()
      .match(/\p{L}{1,40}/gu) ?? []
  const hashes = new Set<number>()
  for (let i = 0; i < Math.max(words.length - 2, Math.min(1, words.length)); i++)
    hashes.add(fnv1a(`${words[i]} ${words[i + 1] ?? ''} ${words[i + 2] ?? ''}`))
  return [...hashes].sort((a, b) => a - b).slice(0, SIZE)
}

/** Share of word triples (0 to 1) that two texts have in common, estimated from their fingerprints. */
export function similarity(a: readonly number[], b: readonly number[]): number {
  const union = [...new Set([...a, ...b])].sort((x, y) => x - y).slice(0, SIZE)
  if (union.length === 0) return 1
  const inA = new Set(a)
  const inB = new Set(b)
  return union.filter((value) => inA.has(value) && inB.has(value)).length / union.length
}

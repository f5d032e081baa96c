import { FNV_OFFSET, fnv1a, mix32 } from '@gleaner/runtime/hash'
import { wordsOf } from '../terms/words.ts'

/** Words that stand beside each other are compared, so that the same words in another order are another text. */
const SHINGLE_WORDS = 4
const HASHES = 32
/** Of the hashes: texts that share nine in ten of their shingles. */
const ALIKE = 29

/** What is compared of a text: its smallest hashes (MinHash: A. Broder, On the resemblance and containment of documents, 1997). */
export type Sketch = Uint32Array

export function sketchOf(text: string): Sketch {
  const words = wordsOf(text).split(' ')
  const sketch = new Uint32Array(HASHES).fill(0xffffffff)
  const shingles = Math.max(1, words.length - SHINGLE_WORDS + 1)
  for (let at = 0; at < shingles; at++) {
    const hash = hashOf(words, at)
    for (let i = 0; i < HASHES; i++) {
      const mixed = mix32(hash ^ Math.imul(i + 1, 0x9e3779b1))
      if (mixed < sketch[i]!) sketch[i] = mixed
    }
  }
  return sketch
}

/** Whether two texts are the same but for a few words. */
export function areAlike(a: Sketch, b: Sketch): boolean {
  let same = 0
  for (let i = 0; i < HASHES; i++) if (a[i] === b[i]) same++
  return same >= ALIKE
}

function hashOf(words: readonly string[], at: number): number {
  let hash = FNV_OFFSET
  for (const word of words.slice(at, at + SHINGLE_WORDS)) hash = fnv1a(' ', fnv1a(word, hash))
  return hash
}

import { BLOCK_TAGS, ELEMENT, INVISIBLE_TAGS, isHidden, type ParentNode, TEXT, walk } from '@gleaner/markup'
import { dateWords } from './date-words.ts'
import { hashCode, readWords, type WordSink } from './word-hash.ts'

/** Enough text to tell pages apart; what follows costs time and tells little more. */
const MOST_CHARS = 20_000

/** Runs that tell what a text is about. */
const MOST_RUNS = 128

export interface ShownText {
  /** Two hashes of all text as it stands, white space aside; undefined without any. */
  text: [number, number] | undefined
  /** The smallest hashes of runs of three words within a block (a whole block of fewer), each once, smallest first: at most `MOST_RUNS`. */
  runs: Uint32Array
}

/**
 * Reads the visible text below `root` into hashes, in one walk and without building it. In `runs` any digits are as any others,
 * and months and weekdays are as digits: a page of tomorrow shows the same runs as that of today.
 */
export function readShownText(root: ParentNode): ShownText {
  const reader = new RunReader()
  let chars = 0
  walk(
    root,
    (node) => {
      if (node.type === TEXT) {
        chars += node.value.length
        readWords(node.value, reader)
      } else if (node.type === ELEMENT) {
        if (INVISIBLE_TAGS.has(node.tag) || isHidden(node)) return 'skip'
        if (BLOCK_TAGS.has(node.tag)) reader.endBlock()
      }
      return chars > MOST_CHARS ? 'stop' : undefined
    },
    (element) => {
      if (BLOCK_TAGS.has(element.tag)) reader.endBlock()
    },
  )
  reader.endBlock()
  return reader.shown()
}

/** What stands for every number, month and weekday. */
const NUMBER = 0x23

/** A class, for its fields are written at every word: closures over variables take twice the time. */
class RunReader implements WordSink {
  readonly #runs = new SmallestHashes()
  readonly #numbers = dateWords()
  #text = 0
  #check = 1
  /** The last two words of the block, and how many it has so far. */
  #before = 0
  #last = 0
  #words = 0

  word(word: number, exact: number): void {
    this.#text = hashCode(this.#text, exact)
    this.#check = Math.imul(this.#check, 31) + exact
    const now = this.#numbers.has(word) ? NUMBER : word
    // A date or `4,711` is as one number.
    if (now === NUMBER && this.#last === NUMBER) return
    if (++this.#words >= 3) this.#runs.add(hashCode(hashCode(this.#before, this.#last), now))
    this.#before = this.#last
    this.#last = now
  }

  endBlock(): void {
    if (this.#words === 0) return
    if (this.#words < 3) this.#runs.add(hashCode(this.#before, this.#last))
    this.#words = 0
    this.#before = 0
    this.#last = 0
  }

  shown(): ShownText {
    const runs = this.#runs.sorted()
    return { text: runs.length > 0 ? [this.#text, this.#check >>> 0] : undefined, runs }
  }
}

/** The smallest of some hashes, each once. Most of a long text are larger than all that are kept, which takes one comparison. */
class SmallestHashes {
  readonly #kept = new Uint32Array(MOST_RUNS)
  #count = 0

  add(hash: number): void {
    const kept = this.#kept
    if (this.#count === MOST_RUNS && hash >= kept[MOST_RUNS - 1]!) return
    let place = 0
    for (let end = this.#count; place < end; ) {
      const middle = (place + end) >> 1
      if (kept[middle]! < hash) place = middle + 1
      else end = middle
    }
    if (place < this.#count && kept[place] === hash) return
    kept.copyWithin(place + 1, place, Math.min(this.#count, MOST_RUNS - 1))
    kept[place] = hash
    if (this.#count < MOST_RUNS) this.#count++
  }

  sorted(): Uint32Array {
    return this.#kept.slice(0, this.#count)
  }
}

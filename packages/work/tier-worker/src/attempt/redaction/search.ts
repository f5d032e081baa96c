import { isWhole } from './is-whole.ts'

/**
 * Finds all places of any of the texts, in order, joined where they overlap: begins and ends by turns. Short ones (`WHOLE_BELOW`) are found
 * where they are no part of a longer word.
 */
export type Search = (bytes: Uint8Array) => number[]

/** A text is known by so many bytes at its beginning: then it is a place as far as it agrees. */
const KNOWN_BYTES = 256
/** Bounds the automaton's memory (its states times the bytes that differ: some 20 MB at most), by less of each text where there are many. */
const MAX_STATES = 65_536
/** Texts of fewer bytes stand inside of other words by chance. */
const WHOLE_BELOW = 8
/** Every so many bytes of the page, this many are looked at, where no text is shorter than both together. */
const STRIDE = 8
const GRAM = 4
/** Texts that begin alike and whose ends are compared: the forms of one value. */
const MAX_TAILS = 4

/**
 * The automaton of Aho and Corasick (Efficient string matching, 1975): one step for each byte, whatever the texts and the bytes are, so
 * that no page is slow to search. It is only started where one of the bytes that are sampled may be of a text, unless texts are short. Undefined when there is
 * nothing to look for.
 */
export function createSearch(texts: readonly Uint8Array[]): Search | undefined {
  if (texts.length === 0) return undefined
  const automaton = buildAutomaton(texts)
  const { step, columns, classes, tails } = automaton
  const isSampled = texts.every(({ length }) => length >= STRIDE + GRAM)
  const mayBegin = sampler(isSampled ? texts : [])

  /** Runs from a place on, at least up to another one; tells where it stands then. */
  function run(bytes: Uint8Array, from: number, to: number, places: number[]): number {
    let state = 0
    let at = from
    while (at < bytes.length && (state !== 0 || at <= to)) {
      state = step[state * columns + classes[bytes[at]!]!]!
      at++
      const length = lengthFound(automaton, state, bytes, at)
      if (length === 0) continue
      const further = agreement(bytes, at, tails.get(state))
      join(places, at - length, at + further)
      at += further
      if (further > 0) state = 0
    }
    return at
  }

  return (bytes) => {
    const places: number[] = []
    if (!isSampled) run(bytes, 0, bytes.length, places)
    let read = 0
    for (let sampled = 0; isSampled && sampled + GRAM <= bytes.length; sampled += STRIDE) {
      if (!mayBegin(bytes, sampled)) continue
      read = run(bytes, Math.max(read, sampled - STRIDE + 1), sampled, places)
      sampled = Math.max(sampled, read - (read % STRIDE) - STRIDE)
    }
    return places
  }
}

/** Of the longest text that ends at a place and counts there; 0 for none. */
function lengthFound({ found, shorter }: Automaton, state: number, bytes: Uint8Array, at: number): number {
  for (let end = state; end !== 0; end = shorter[end]!) {
    const length = found[end]!
    if (length === 0 || length >= WHOLE_BELOW || isWhole(bytes, at - length, at)) return length
  }
  return 0
}

/** Tells whether a text may begin in the stride that ends at a place: by whether it holds what stands there. */
function sampler(texts: readonly Uint8Array[]): (bytes: Uint8Array, at: number) => boolean {
  const grams = new Uint8Array(0x1_0000)
  for (const text of texts) for (let at = 0; at < STRIDE; at++) grams[hashAt(text, at)] = 1
  return (bytes, at) => grams[hashAt(bytes, at)] === 1
}

function hashAt(bytes: Uint8Array, at: number): number {
  const gram = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
  // Knuth's multiplicative hash.
  return Math.imul(gram, 2_654_435_761) >>> 16
}

interface Automaton {
  /** The next state, by state times `columns` and the class of the byte. */
  step: Int32Array
  columns: number
  /** Class of each byte: 0 for those in no text. Texts are UTF-8, which leaves some bytes out, so there are less than 256. */
  classes: Uint8Array
  /** Length of the longest text that ends at a state; 0 for none. */
  found: Uint16Array
  /** The state of the next shorter text that ends at a state; 0 for none. */
  shorter: Int32Array
  /** What is left, by state, of texts that are longer than what is known of them. */
  tails: Map<number, Uint8Array[]>
}

function buildAutomaton(texts: readonly Uint8Array[]): Automaton {
  const knownBytes = Math.min(KNOWN_BYTES, Math.floor(MAX_STATES / texts.length))
  const known = texts.map((text) => text.subarray(0, knownBytes))
  const classes = new Uint8Array(256)
  let columns = 1
  for (const text of known) for (const byte of text) classes[byte] ||= columns++
  const size = 1 + known.reduce((sum, { length }) => sum + length, 0)
  const step = new Int32Array(size * columns)
  const found = new Uint16Array(size)
  const tails: Automaton['tails'] = new Map()

  let states = 1
  for (const [index, text] of known.entries()) {
    let state = 0
    for (const byte of text) {
      const place = state * columns + classes[byte]!
      if (step[place] === 0) step[place] = states++
      state = step[place]!
    }
    found[state] = text.length
    const tail = texts[index]!.subarray(text.length)
    if (tail.length > 0) tails.set(state, [...(tails.get(state) ?? []), tail].slice(0, MAX_TAILS))
  }
  const shorter = new Int32Array(size)
  const automaton = { step, columns, classes, found, shorter, tails }
  followFailures(automaton, states)
  return automaton
}

/** Gives each state, breadth first, the steps of the longest other beginning of a text that it ends with. */
function followFailures({ step, columns, found, shorter, tails }: Automaton, states: number): void {
  const fail = new Int32Array(states)
  const queue = [...step.subarray(0, columns)].filter((state) => state > 0)
  for (const state of queue) {
    const other = fail[state]!
    shorter[state] = found[state] === 0 ? shorter[other]! : found[other]! > 0 ? other : 0
    if (found[state] === 0 && found[other]! > 0) {
      found[state] = found[other]!
      const tail = tails.get(other)
      if (tail) tails.set(state, tail)
    }
    for (let column = 0; column < columns; column++) {
      const next = step[state * columns + column]!
      const elsewhere = step[other * columns + column]!
      if (next === 0) {
        step[state * columns + column] = elsewhere
        continue
      }
      fail[next] = elsewhere
      queue.push(next)
    }
  }
}

/** How many bytes from a place on are as in the tail that they agree with longest. */
function agreement(bytes: Uint8Array, from: number, tails: readonly Uint8Array[] = []): number {
  let longest = 0
  for (const tail of tails) {
    let length = 0
    while (length < tail.length && bytes[from + length] === tail[length]) length++
    longest = Math.max(longest, length)
  }
  return longest
}

function join(places: number[], from: number, to: number): void {
  let begin = from
  while (places.length > 0 && places.at(-1)! > begin) {
    places.pop()
    begin = Math.min(begin, places.pop()!)
  }
  places.push(begin, to)
}

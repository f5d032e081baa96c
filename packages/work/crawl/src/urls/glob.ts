type Token = string | typeof ANY_CHARACTER | typeof IN_SEGMENT | typeof ANYTHING

/** `?` */
const ANY_CHARACTER = 1
/** `*` */
const IN_SEGMENT = 2
/** `**` */
const ANYTHING = 3

const SIGNS: Record<string, Token> = { '*': IN_SEGMENT, '?': ANY_CHARACTER }

/** A glob as the states of an automaton: state `i` waits for `tokens[i]`, and state `tokens.length` has matched. */
interface Automaton {
  /** What every match begins with, before the first state: most paths are told by it alone. */
  start: string
  tokens: Token[]
  /** States that are, without reading anything, two states further as well. */
  skips: boolean[]
}

export type MatchPath = (path: string) => boolean

/**
 * Compiles globs without braces to one test whether any of them matches. `*` and `?` stay within a segment of the path, `**` does not.
 * `/a/**` takes `/a` in as well, and a `**` between two slashes may stand for no segment at all. A glob that does not begin with a slash
 * may match at any depth. A slash at the end counts in neither.
 *
 * All states of all globs are bits of a few words, which a character of the path changes together: a test takes time in proportion to the
 * path times the words, whatever they are, some 3 ns for each.
 */
export function compileGlobs(globs: readonly string[]): MatchPath {
  const machine = assemble(globs.map(toAutomaton))
  return (path) => matches(machine, withoutEndSlash(path))
}

/** How many states a glob has: characters behind its first sign. */
export function statesOf(glob: string): number {
  const { tokens } = toAutomaton(glob)
  return tokens.length
}

function toAutomaton(glob: string): Automaton {
  const tokens: Token[] = []
  for (const piece of rooted(glob).match(/\*{2,}|[\s\S]/g) ?? []) {
    const token = piece.length > 1 ? ANYTHING : (SIGNS[piece] ?? piece)
    // A star at the start of a segment stands for some of it: no segment is empty.
    if (token === IN_SEGMENT && tokens.at(-1) === '/') tokens.push(ANY_CHARACTER)
    tokens.push(token)
  }
  const skips = tokens.map((token, at) => {
    const isWhole = token === ANYTHING && tokens[at - 1] === '/'
    const endsWithAll = token === '/' && tokens[at + 1] === ANYTHING && at + 2 === tokens.length
    return endsWithAll || (isWhole && tokens[at + 1] === '/')
  })
  const firstSign = tokens.findIndex((token, at) => typeof token === 'number' || skips[at])
  const from = firstSign < 0 ? tokens.length : firstSign
  return { start: tokens.slice(0, from).join(''), tokens: tokens.slice(from), skips: skips.slice(from) }
}

function rooted(glob: string): string {
  return withoutEndSlash(glob.startsWith('/') ? glob : `/**/${glob}`)
}

function withoutEndSlash(text: string): string {
  return text.length > 1 && text.endsWith('/') ? text.slice(0, -1) : text
}

/** Bits of states, 32 to a word. */
type States = Int32Array

/** A word of them. */
interface Part {
  word: number
  bits: number
}

/** The states of all globs, one glob's behind another's. */
interface Machine {
  words: number
  /** The states where globs begin, those with the shortest starts first. */
  begins: { start: string; states: Part[] }[]
  /** States that read a character and become the next one: any but those that a glob names, a slash, and those by their code. */
  readsAny: States
  readsSlash: States
  reads: Map<number, States>
  /** States that read a character and stay as well: any, or a slash. */
  stays: States
  staysAtSlash: States
  /** States that are the next one, or the one after that, without reading. */
  stars: States
  skips: States
  matched: States
}

const SLASH = 0x2f

function assemble(automata: readonly Automaton[]): Machine {
  const states = automata.reduce((sum, { tokens }) => sum + tokens.length + 1, 0)
  const words = Math.ceil(states / 32)
  const none = () => new Int32Array(words)
  const machine: Machine = {
    words,
    begins: [],
    readsAny: none(),
    readsSlash: none(),
    reads: new Map(),
    stays: none(),
    staysAtSlash: none(),
    stars: none(),
    skips: none(),
    matched: none(),
  }
  const literals: [code: number, state: number][] = []
  const begins: [start: string, state: number][] = []
  let state = 0
  for (const { start, tokens, skips } of automata) {
    begins.push([start, state])
    for (const [at, token] of tokens.entries()) {
      if (skips[at]) add(machine.skips, state)
      if (token === ANY_CHARACTER) add(machine.readsAny, state)
      else if (typeof token === 'string') literals.push([token.charCodeAt(0), state])
      else {
        add(machine.stars, state)
        add(machine.stays, state)
        if (token === ANYTHING) add(machine.staysAtSlash, state)
      }
      state++
    }
    add(machine.matched, state++)
  }
  for (const [code, at] of literals) {
    if (code === SLASH) add(machine.readsSlash, at)
    else {
      const own = machine.reads.get(code) ?? machine.readsAny.slice()
      machine.reads.set(code, own)
      add(own, at)
    }
  }
  begins.sort(([one], [other]) => one.length - other.length)
  machine.begins = begins.map(([start, at]) => ({ start, states: statesFrom(machine, at) }))
  return machine
}

/** A state, and those that it is as well without reading anything: they lie behind it. */
function statesFrom({ words, stars, skips }: Machine, state: number): Part[] {
  const parts: Part[] = []
  let carried = 1 << (state & 31)
  for (let word = state >> 5; word < words && carried !== 0; word++) {
    const bits = withReached(carried, stars[word]!, skips[word]!)
    carried = carriedBy(bits, stars[word]!, skips[word]!)
    parts.push({ word, bits })
  }
  return parts
}

function add(states: States, state: number): void {
  states[state >> 5]! |= 1 << (state & 31)
}

function matches(machine: Machine, path: string): boolean {
  const { words, begins, matched } = machine
  const now = new Int32Array(words)
  let begun = 0
  for (let at = 0; ; at++) {
    for (; begins[begun]?.start.length === at; begun++) {
      const { start, states } = begins[begun]!
      if (path.startsWith(start)) for (const { word, bits } of states) now[word]! |= bits
    }
    if (at === path.length) return now.some((bits, word) => (bits & matched[word]!) !== 0)
    if (!read(machine, now, path.charCodeAt(at)) && begun === begins.length) return false
  }
}

/** Of a word: what its states are as well. */
function withReached(states: number, stars: number, skips: number): number {
  let bits = states
  for (let more = states; more !== 0; bits |= more)
    more = (((bits & stars) << 1) | ((bits & skips) << 2)) & ~bits
  return bits
}

/** What the next word gets of them. */
function carriedBy(states: number, stars: number, skips: number): number {
  return ((states & stars) >>> 31) | ((states & skips) >>> 30)
}

/** Reads one character; false when no state is left. */
function read(machine: Machine, now: States, code: number): boolean {
  const { words, stars, skips } = machine
  const isSlash = code === SLASH
  const reads = isSlash ? machine.readsSlash : (machine.reads.get(code) ?? machine.readsAny)
  const stays = isSlash ? machine.staysAtSlash : machine.stays
  let carried = 0
  let any = 0
  for (let word = 0; word < words; word++) {
    const bits = now[word]!
    if ((bits | carried) === 0) continue
    const staying = bits & stays[word]!
    const moving = staying | (bits & reads[word]!)
    const reached = withReached((moving << 1) | carried, stars[word]!, skips[word]!)
    carried = (moving >>> 31) | carriedBy(reached, stars[word]!, skips[word]!)
    // What a star skips, it skips before it has read anything.
    now[word] = reached | staying
    any |= reached | staying
  }
  return any !== 0
}

/** A glob as the states of an automaton: state `i` waits for `tokens[i]`, and state `tokens.length` has matched. */
interface Automaton {
  tokens: Token[]
  /** State that `i` is at as well, without reading anything. */
  skips: (number | undefined)[]
  /** What every match begins with: most paths are told by it alone. */
  start: string
}

type Token = string | typeof ANY_CHARACTER | typeof IN_SEGMENT | typeof ANYTHING

/** `?` */
const ANY_CHARACTER = 1
/** `*` */
const IN_SEGMENT = 2
/** `**` */
const ANYTHING = 3

export type MatchPath = (path: string) => boolean

/**
 * Compiles a glob without braces. `*` and `?` stay within a segment of the path, `**` does not. `/a/**` takes `/a` in as well, and a
 * `**` between two slashes may stand for no segment at all. A glob that does not begin with a slash may match at any depth. A slash
 * at the end counts in neither. Takes time in proportion to the path times the glob, whatever they are.
 */
export function compileGlob(glob: string): MatchPath {
  const automaton = toAutomaton(glob)
  return (path) => matches(automaton, path)
}

function toAutomaton(glob: string): Automaton {
  const tokens: Token[] = []
  const skips: Automaton['skips'] = []
  for (const piece of rooted(glob).match(/\*{2,}|[\s\S]/g) ?? []) {
    const token = piece.length > 1 ? ANYTHING : (SIGNS[piece] ?? piece)
    // A star at the start of a segment stands for some of it: no segment is empty.
    if (token === IN_SEGMENT && tokens.at(-1) === '/') tokens.push(ANY_CHARACTER)
    if (token !== ANYTHING || tokens.at(-1) !== ANYTHING) tokens.push(token)
  }
  for (const [at, token] of tokens.entries()) {
    if (token !== ANYTHING || tokens[at - 1] !== '/') continue
    if (tokens[at + 1] === '/') skips[at] = at + 2
    if (tokens[at + 1] === undefined) skips[at - 1] = tokens.length
  }
  const firstSign = tokens.findIndex((token, at) => typeof token === 'number' || skips[at] !== undefined)
  const start = tokens.slice(0, firstSign < 0 ? undefined : firstSign).join('')
  return { tokens, skips, start }
}

function rooted(glob: string): string {
  return withoutEndSlash(glob.startsWith('/') ? glob : `/**/${glob}`)
}

const SIGNS: Record<string, Token> = { '*': IN_SEGMENT, '?': ANY_CHARACTER }

function matches({ tokens, skips, start }: Automaton, wholePath: string): boolean {
  const path = withoutEndSlash(wholePath)
  if (!path.startsWith(start)) return false
  /** The step at which a state was last reached, so that it is reached once a step. */
  const reachedAt = new Int32Array(tokens.length + 1).fill(-1)
  const reach = (states: number[], state: number, step: number): void => {
    for (let at = state; reachedAt[at] !== step; at++) {
      reachedAt[at] = step
      states.push(at)
      const skip = skips[at]
      if (skip !== undefined) reach(states, skip, step)
      // Stars may match nothing.
      if (tokens[at] !== IN_SEGMENT && tokens[at] !== ANYTHING) return
    }
  }
  let now: number[] = []
  reach(now, start.length, start.length)
  for (let step = start.length; step < path.length; step++) {
    const character = path[step]!
    const next: number[] = []
    for (const state of now) {
      const token = tokens[state]
      const stays = token === ANYTHING || (token === IN_SEGMENT && character !== '/')
      // What a star skips, it skips before it has read anything.
      if (stays && reachedAt[state] !== step + 1) {
        reachedAt[state] = step + 1
        next.push(state)
      }
      const passes = token === character || (token === ANY_CHARACTER && character !== '/')
      if (stays || passes) reach(next, state + 1, step + 1)
    }
    if (next.length === 0) return false
    now = next
  }
  return reachedAt[tokens.length] === path.length
}

function withoutEndSlash(text: string): string {
  return text.length > 1 && text.endsWith('/') ? text.slice(0, -1) : text
}

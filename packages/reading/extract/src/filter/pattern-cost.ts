/** How much work compiling a pattern is, in steps of its program (about 2 µs each), known without compiling it. */
export interface PatternCost {
  /** Length of the program once every repetition is written out. */
  program: number
  /** What reading it takes besides: Unicode classes, and ranges that are looked through letter by letter. */
  reading: number
}

/** A Unicode class (`\pL`, `[[:alpha:]]` is none) is a table of some hundred ranges: 150 to 250 µs. */
const UNICODE_CLASS_STEPS = 100
/** Without letter case, every letter of a range is looked up for its other cases: 45 ns each. */
const LETTERS_A_STEP = 32
const MOST = 1e9

const QUANTIFIER = /\{(\d{1,9})(,(\d{0,9}))?\}/y
const LETTER_CASE_OFF = /\(\?[a-z]*i/i
/** `(?i)` is no group: a repetition after it applies to what stands before it. */
const FLAGS = /\(\?[a-zA-Z-]*\)/y
const GROUP_START = /\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:)?)?/y
const UNICODE_CLASS = /\\[pP](?:\{[^}]*\}|.)/suy
const ESCAPE = /\\(?:x\{[^}]*\}|x[0-9a-fA-F]{2}|u\{[^}]*\}|u[0-9a-fA-F]{4}|[0-7]{1,3}|.)/suy
const QUOTED = /\\Q([\s\S]*?)(?:\\E|$)/y

/**
 * Bounds a pattern's cost from above in one pass over its text, so that a repetition such as `x{1000}` is counted before
 * it is written out. Reads what is no valid pattern as well: compiling finds that out at once.
 */
export function patternCost(pattern: string): PatternCost {
  const foldsCase = LETTER_CASE_OFF.test(pattern)
  const open: number[] = []
  let reading = 0
  let sum = 0
  let last = 0
  const take = (expression: RegExp): string | undefined => {
    expression.lastIndex = at
    const match = expression.exec(pattern)
    if (!match) return undefined
    at += match[0].length
    return match[0]
  }
  const atom = (size: number) => {
    sum = Math.min(MOST, sum + last)
    last = size
  }

  let at = 0
  while (at < pattern.length) {
    const char = pattern[at]!
    const times = char === '{' ? quantifier(pattern, at) : undefined
    if (times) {
      at = times.end
      last = Math.min(MOST, (last + 1) * times.count)
    } else if (char === '*' || char === '+' || char === '?') {
      at += 1
      // The loop, and a branch past it for no repetition at all.
      last += 2
    } else if (char === '(') {
      if (take(FLAGS) !== undefined) continue
      take(GROUP_START)
      atom(0)
      open.push(sum)
      sum = 0
    } else if (char === ')' && open.length > 0) {
      at += 1
      const inner = sum + last + 3
      sum = open.pop()!
      last = inner
    } else if (char === '[') {
      const read = readClass(pattern, at, foldsCase)
      at = read.end
      reading += read.steps
      atom(1)
    } else if (char === '\\') {
      const quoted = take(QUOTED)
      if (quoted !== undefined) atom(quoted.length)
      else if (take(UNICODE_CLASS) !== undefined) {
        reading += UNICODE_CLASS_STEPS
        atom(1)
      } else {
        if (take(ESCAPE) === undefined) at += 1
        atom(1)
      }
    } else {
      at += char.codePointAt(0)! >= 0xd800 && char.codePointAt(0)! <= 0xdbff ? 2 : 1
      // A choice is a step, and so is a side of it that is empty.
      atom(char === '|' ? 2 : 1)
    }
  }
  const program = open.reduce((total, outer) => total + outer, sum + last)
  return { program: Math.min(MOST, program), reading: Math.ceil(reading) }
}

/** How often `{n}`, `{n,}` and `{n,m}` write out what stands before them; undefined for a brace that is a character. */
function quantifier(pattern: string, at: number): { count: number; end: number } | undefined {
  QUANTIFIER.lastIndex = at
  const match = QUANTIFIER.exec(pattern)
  if (!match) return undefined
  const [text, least, comma, most] = match
  const count = comma === undefined ? Number(least) : most ? Number(most) : Number(least) + 1
  return { count: Math.max(1, count), end: at + text.length }
}

/** The class that begins at `at`: where it ends, and what reading it takes. */
function readClass(pattern: string, from: number, foldsCase: boolean): { end: number; steps: number } {
  let steps = 0
  let at = from + 1
  if (pattern[at] === '^') at += 1
  let before: number | undefined
  let isRange = false
  for (let first = true; at < pattern.length && (first || pattern[at] !== ']'); first = false) {
    if (pattern[at] === '-' && before !== undefined && !isRange) {
      isRange = true
      at += 1
      continue
    }
    UNICODE_CLASS.lastIndex = at
    const unicode = UNICODE_CLASS.exec(pattern)
    const code = unicode ? undefined : characterAt(pattern, at)
    at += unicode ? unicode[0].length : code!.length
    steps += unicode ? UNICODE_CLASS_STEPS : 1 / 4
    if (isRange && foldsCase && code && before !== undefined) steps += foldSteps(before, code.value)
    before = isRange ? undefined : code?.value
    isRange = false
  }
  return { end: at + 1, steps }
}

const LARGEST = 0x10ffff

/** All characters have no other cases that are not among them: that range is not looked through. */
function foldSteps(from: number, to: number): number {
  return from === 0 && to === LARGEST ? 0 : Math.max(0, to - from) / LETTERS_A_STEP
}

/** One character of a class. What an escape stands for is read where it matters, for the width of a range. */
function characterAt(pattern: string, at: number): { value: number; length: number } {
  ESCAPE.lastIndex = at
  const escaped = pattern[at] === '\\' ? ESCAPE.exec(pattern)?.[0] : undefined
  if (escaped === undefined) {
    const value = pattern.codePointAt(at)!
    return { value, length: value > 0xffff ? 2 : 1 }
  }
  const hex = /^\\[xu]\{?([0-9a-fA-F]+)\}?$/.exec(escaped)?.[1]
  const octal = /^\\([0-7]{1,3})$/.exec(escaped)?.[1]
  const value = hex ? Number.parseInt(hex, 16) : octal ? Number.parseInt(octal, 8) : escaped.codePointAt(1)!
  return { value: Math.min(value, LARGEST), length: escaped.length }
}

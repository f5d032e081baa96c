import { normalForm } from '../compare/normal-form.ts'

/** A token of a text that stays, or how it varies: 0 a number, 1 one token, 2 any tokens (at most once in a pattern). */
export type PatternPart = string | 0 | 1 | 2
export type Pattern = readonly PatternPart[]

/** Tokens of a text that a pattern is made of. */
const MOST_TOKENS = 200

/**
 * Words, runs of white space, other characters one by one. A date, a time or a random token is one mark: two of them may have a part in common by chance.
 */
function toTokens(text: string): string[] {
  return normalForm(text).match(/[\p{L}\p{N}\p{M}]+|\s+|./gsu) ?? []
}

/** What two texts of one place have in common; undefined when that is too little to know the place by. */
export function patternOf(first: string, second: string): Pattern | undefined {
  const [a, b] = [toTokens(first), toTokens(second)]
  if (Math.max(a.length, b.length) > MOST_TOKENS) return undefined
  const pattern = a.length === b.length ? byPlace(a, b) : byEnds(a, b)
  return isTelling(pattern, a) ? pattern : undefined
}

function byPlace(a: readonly string[], b: readonly string[]): PatternPart[] {
  return a.map((token, index) => {
    const other = b[index]!
    if (token === other) return token
    return isNumber(token) && isNumber(other) ? 0 : 1
  })
}

function byEnds(a: readonly string[], b: readonly string[]): PatternPart[] {
  const most = Math.min(a.length, b.length)
  let head = 0
  while (head < most && a[head] === b[head]) head++
  let tail = 0
  while (tail < most - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  return [...a.slice(0, head), 2, ...a.slice(a.length - tail)]
}

/** At least a third of what is written stays, or all that varies are numbers. */
function isTelling(pattern: Pattern, tokens: readonly string[]): boolean {
  const varying = pattern.filter((part) => typeof part !== 'string')
  if (varying.every((part) => part === 0)) return true
  const kept = pattern.reduce<number>(
    (sum, part) => sum + (typeof part === 'string' && /\S/.test(part) ? part.length : 0),
    0,
  )
  return kept * 3 >= tokens.reduce((sum, token) => sum + (/\S/.test(token) ? token.length : 0), 0)
}

/** Whether a text is of the pattern. Linear in the text. */
export function fits(pattern: Pattern, text: string): boolean {
  const tokens = toTokens(text)
  const wild = pattern.indexOf(2)
  if (wild === -1)
    return tokens.length === pattern.length && pattern.every((part, index) => accepts(part, tokens[index]!))
  const tail = pattern.length - wild - 1
  return (
    tokens.length >= wild + tail &&
    pattern.slice(0, wild).every((part, index) => accepts(part, tokens[index]!)) &&
    pattern.slice(wild + 1).every((part, index) => accepts(part, tokens[tokens.length - tail + index]!))
  )
}

function accepts(part: PatternPart, token: string): boolean {
  if (part === 0) return isNumber(token)
  return part === 1 ? /\S/.test(token) : part === token
}

const isNumber = (token: string) => /^\p{N}+$/u.test(token)

export function isPattern(value: unknown): value is Pattern {
  return (
    Array.isArray(value) &&
    value.every((part) => typeof part === 'string' || part === 0 || part === 1 || part === 2)
  )
}

/** Words of its own, by which a place is known even when one of its neighbours is gone. */
export function hasWords(pattern: Pattern): boolean {
  return pattern.some((part) => typeof part === 'string' && /\p{L}{2}/u.test(part))
}

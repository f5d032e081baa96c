import { expandBraces, GlobError } from './expand-braces.ts'
import { compileGlobs, type MatchPath, statesOf } from './glob.ts'

/**
 * Bounds of a request's `include_patterns` and `exclude_patterns`, each. `expanded` and `states` count what a list holds with its braces
 * expanded, the states without what a glob says before its first sign: the longest link is compared with so much in a few milliseconds
 * at worst, and a usual one in a tenth of one.
 */
export const PATTERN_LIMITS = { patterns: 100, chars: 500, expanded: 200, states: 3_000 }

/** What is wrong with one pattern of a list, in words for its sender. */
export interface PatternIssue {
  index: number
  message: string
}

/** Checks a list of patterns as it was sent; empty when `compilePatterns` takes it. */
export function checkPatterns(patterns: readonly string[]): PatternIssue[] {
  const { patterns: most, expanded, states } = PATTERN_LIMITS
  if (patterns.length > most)
    return [{ index: most, message: `At most ${most} patterns; join some with braces.` }]
  const issues: PatternIssue[] = []
  let [globsLeft, statesLeft] = [expanded, states]
  for (const [index, pattern] of patterns.entries()) {
    const { globs = [], mistake } = readPattern(pattern)
    if (mistake !== undefined) issues.push({ index, message: mistake })
    globsLeft -= globs.length
    statesLeft -= globs.reduce((sum, glob) => sum + statesOf(glob), 0)
    if (globsLeft >= 0 && statesLeft >= 0) continue
    // What comes after is not expanded any more: its braces would take as long again.
    const message = `The patterns together stand for more than ${expanded} globs, or for more than ${states} characters behind their first stars: use fewer.`
    return [...issues, { index, message }]
  }
  return issues
}

function readPattern(pattern: string): { globs?: string[]; mistake?: string } {
  const mistake = mistakeIn(pattern)
  if (mistake !== undefined) return { mistake }
  try {
    return { globs: expand(pattern) }
  } catch (error) {
    if (error instanceof GlobError) return { mistake: `The pattern ${error.message}. ${EXAMPLE}` }
    throw error
  }
}

function expand(pattern: string): string[] {
  return expandBraces(pattern.trim(), PATTERN_LIMITS.expanded)
}

/** A test whether any of the patterns matches a path. Throws GlobError for patterns that `checkPatterns` refuses. */
export function compilePatterns(patterns: readonly string[]): MatchPath {
  const globs = patterns.flatMap(expand)
  const matches = compileGlobs(globs.map(readable))
  return (pathname) => matches(readable(pathname))
}

/** Both sides as people write them: `/caf%C3%A9` and `/café` are one. */
function readable(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

const EXAMPLE =
  'Patterns are globs on the path: /blog/* (one level), /blog/** (all below), *.html, /{en,de}/**.'

function mistakeIn(pattern: string): string | undefined {
  const glob = pattern.trim()
  if (glob === '') return `The pattern is empty. ${EXAMPLE}`
  if (glob.length > PATTERN_LIMITS.chars)
    return `The pattern is longer than ${PATTERN_LIMITS.chars} characters.`
  if (/^https?:\/\//i.test(glob)) return `The pattern is a whole address: write its path alone. ${EXAMPLE}`
  if (/^\^|\$$|\\|\.\*$|\(\?/.test(glob)) return `The pattern looks like a regular expression. ${EXAMPLE}`
  if (/[[\]]/.test(glob))
    return `The pattern has brackets, which mean nothing here: ? stands for any one character. ${EXAMPLE}`
  return undefined
}

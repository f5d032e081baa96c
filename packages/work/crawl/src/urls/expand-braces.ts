/** Thrown for braces that cannot be expanded; the message is for the caller. */
export class GlobError extends Error {
  override readonly name = 'GlobError'
}

/** Levels of braces within each other: reading them takes time by the square of it. */
const MOST_LEVELS = 5

/**
 * The globs that one with braces stands for: `/{blog,news}/*` is `/blog/*` and `/news/*`. Braces may nest. Throws GlobError for ones that are not
 * closed or hold no comma, and for more than `most` globs.
 */
export function expandBraces(glob: string, most: number): string[] {
  if (levelsOf(glob) > MOST_LEVELS)
    throw new GlobError(`has braces that nest deeper than ${MOST_LEVELS} levels`)
  return expand(glob, most)
}

function levelsOf(glob: string): number {
  let [level, deepest] = [0, 0]
  for (const sign of glob) {
    if (sign === '{') deepest = Math.max(deepest, ++level)
    if (sign === '}') level--
  }
  return deepest
}

function expand(glob: string, most: number): string[] {
  const start = glob.indexOf('{')
  if (start < 0) {
    if (glob.includes('}')) throw new GlobError('has a } without a {')
    return [glob]
  }
  const { choices, end } = readChoices(glob, start)
  const [before, after] = [glob.slice(0, start), glob.slice(end + 1)]
  if (before.includes('}')) throw new GlobError('has a } without a {')
  const found: string[] = []
  for (const choice of choices) {
    for (const expanded of expand(`${choice}${after}`, most - found.length)) found.push(before + expanded)
    if (found.length > most) throw tooMany()
  }
  return found
}

function readChoices(glob: string, start: number): { choices: string[]; end: number } {
  const choices: string[] = []
  let depth = 0
  let from = start + 1
  for (let at = start; at < glob.length; at++) {
    const sign = glob[at]
    if (sign === '{') depth++
    if (sign === '}') depth--
    const closes = depth === 0
    if (closes || (sign === ',' && depth === 1)) {
      choices.push(glob.slice(from, at))
      from = at + 1
    }
    if (!closes) continue
    if (choices.length < 2) throw new GlobError('has braces without a comma: write {first,second}')
    return { choices, end: at }
  }
  throw new GlobError('has a { that is not closed')
}

function tooMany(): GlobError {
  return new GlobError('stands for too many patterns: use fewer choices in braces')
}

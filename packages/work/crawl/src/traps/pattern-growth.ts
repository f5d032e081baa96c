import type { PatternState } from './trap-state.ts'
import type { UrlPattern } from './url-pattern.ts'

/** Notes an address of a pattern that was found. */
export function noteFound(state: PatternState, { number }: UrlPattern): void {
  state.found++
  if (number === undefined) return
  const [least, greatest] = state.numbers ?? [number, number]
  state.numbers = [Math.min(least, number), Math.max(greatest, number)]
}

/** A pattern whose pages lead to fewer of their kind dies out. */
export const FEEDS = 0.5
/** What a page weighs in a mean of lately, and the most births of one that count. */
const LATELY = 1 / 32
const MOST_BIRTHS = 8

/** Notes what a page of a pattern leads to. */
export function noteBirths(
  state: PatternState,
  { key, path }: UrlPattern,
  found: readonly UrlPattern[],
): void {
  const ofPattern = found.filter((child) => child.key === key).length
  const ofPath = found.filter((child) => child.path === path).length
  const weight = Math.max(LATELY, 1 / state.pages)
  state.births += (Math.min(ofPattern, MOST_BIRTHS) - state.births) * weight
  state.pathBirths += (Math.min(ofPath, MOST_BIRTHS) - state.pathBirths) * weight
}

/** Numbers of things that a site has counted lie this near to each other, on average. */
const DENSE = 50

export function isDense({ found, numbers }: PatternState): boolean {
  if (numbers === undefined) return false
  const range = numbers[1] - numbers[0]
  return range <= DENSE * (found + DENSE) && range >= found / DENSE
}

/** Notes whether a page's path is that of the page before it. */
export function notePath(state: PatternState, url: string): void {
  const { pathname } = new URL(url)
  if (state.path !== undefined && state.path !== pathname) state.pathChanges = (state.pathChanges ?? 0) + 1
  state.path = pathname
}

/** Addresses of a pattern differ by their paths, whatever their queries are. */
export function variesPath({ pages, pathChanges = 0 }: PatternState): boolean {
  return pathChanges > pages / 2
}

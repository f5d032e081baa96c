import { numbersOf } from './numbers-of.ts'

/** The part of the runs of words that tell two texts (`PageSignature.sample`) which both have: 0 to 1 of the shorter text. */
export function sharedPart(one: string | undefined, other: string | undefined): number {
  const [runs, others] = [numbersOf(one), new Set(numbersOf(other))]
  if (runs.length === 0 || others.size === 0) return runs.length === others.size ? 1 : 0
  return runs.filter((run) => others.has(run)).length / Math.min(runs.length, others.size)
}

/** They share half of them. */
export function isAlike(one: string | undefined, other: string | undefined): boolean {
  return sharedPart(one, other) >= 1 / 2
}

import { countsOf, overlap, wordsOf } from '../lib/bag.ts'

/** Counts of one field over a set: a wrong value is both a false positive and a false negative. */
export interface Tally {
  truePositives: number
  falsePositives: number
  falseNegatives: number
}

export function newTally(): Tally {
  return { truePositives: 0, falsePositives: 0, falseNegatives: 0 }
}

/** Notes one page: `predicted` is what was read, `right` whether it equals a true value, `expected` whether there is one. */
export function note(tally: Tally, outcome: { predicted: boolean; right: boolean; expected: boolean }): void {
  if (outcome.right) tally.truePositives += 1
  else {
    if (outcome.predicted) tally.falsePositives += 1
    if (outcome.expected) tally.falseNegatives += 1
  }
}

/** Nothing was to be found and nothing was found: there is no share of it. */
export function isEmpty({ truePositives, falsePositives, falseNegatives }: Tally): boolean {
  return truePositives + falsePositives + falseNegatives === 0
}

export function f1({ truePositives, falsePositives, falseNegatives }: Tally): {
  precision: number
  recall: number
  f1: number
} {
  const precision = truePositives / Math.max(1, truePositives + falsePositives)
  const recall = truePositives / Math.max(1, truePositives + falseNegatives)
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  }
}

/** Word F1 of two texts, each a bag of lower-cased words. */
export function wordF1(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => countsOf(wordsOf(text.toLowerCase())))
  const { common, ofA, ofB } = overlap(left!, right!)
  return ofA + ofB === 0 ? 1 : (2 * common) / (ofA + ofB)
}

import { type Compared, gapsOf, type Sides } from './sides.ts'

/** Lines that are looked at from each line on. */
const MOST_LINES = 20

/**
 * Text that is only divided into lines anew (a cell became a paragraph, a break was put in) is no change: lines whose letters run
 * on equally are taken off both sides. Signs between pieces may come and go; a sign within a word (`10–20`, `and/or`) is part of it. First where they stand in one place; then wherever they stand, as another layout has
 * its boxes in another order.
 */
export function dropResplit(sides: Sides): void {
  for (const textOf of [textOfUnit, textOfKey]) {
    for (const gap of gapsOf(sides).values()) dropRuns(sides, gap.removed, gap.added, textOf)
    dropRuns(sides, [...sides.removed], [...sides.added], textOf)
  }
}

type TextOf = (line: Compared) => string

/** To the letter: a line may be broken within a date, of which no key knows. */
const textOfUnit: TextOf = ({ text }) => text

/** Without the kind of unit in front. */
const textOfKey: TextOf = ({ key }) => key.slice(key.indexOf(' ') + 1)

interface Line {
  index: number
  /** Without what stands between pieces of a line. */
  letters: string
  /** Separators that stand within words, by the number of letters before them. */
  within: ReadonlyMap<number, string>
}

function toLine(index: number, text: string): Line {
  const within = new Map<number, string>()
  let letters = ''
  for (const [, word, separators] of text.matchAll(/([^\s:|/>›»·•*–—]*)([\s:|/>›»·•*–—]*)/g)) {
    letters += word
    if (separators && !/\s/.test(separators)) within.set(letters.length, separators)
  }
  return { index, letters, within }
}

function dropRuns(
  { first, second, removed, added }: Sides,
  gone: readonly number[],
  come: readonly number[],
  textOf: TextOf,
): void {
  const before = linesOf(first, gone, textOf)
  const after = linesOf(second, come, textOf)
  const starts = startsOf(after)
  const taken = new Set<number>()
  for (let i = 0; i < before.length; i++) {
    for (const j of starts.get(startOf(before[i]!)) ?? []) {
      if (taken.has(j) || !beginEqually(before[i]!, after[j]!)) continue
      const run = commonRun(before.slice(i, i + MOST_LINES), free(after, j, taken))
      if (!run) continue
      for (const { index } of before.slice(i, i + run.first)) removed.delete(index)
      for (let at = j; at < j + run.second; at++) {
        added.delete(after[at]!.index)
        taken.add(at)
      }
      i += run.first - 1
      break
    }
  }
}

/** Lines from one on, up to one that belongs to another run. */
function free(lines: readonly Line[], from: number, taken: ReadonlySet<number>): Line[] {
  let to = from
  while (to < lines.length && to < from + MOST_LINES && !taken.has(to)) to++
  return lines.slice(from, to)
}

function linesOf(side: Sides['first'], indexes: readonly number[], textOf: TextOf): Line[] {
  return indexes
    .filter((index) => side[index]!.unit.kind === 'text')
    .map((index) => toLine(index, textOf(side[index]!)))
    .filter(({ letters }) => letters !== '')
}

/** Lines by how they begin: of two runs with equal letters the first lines begin equally. At most so many of one beginning. */
function startsOf(lines: readonly Line[]): Map<string, number[]> {
  const starts = new Map<string, number[]>()
  lines.forEach((line, place) => {
    const start = startOf(line)
    const known = starts.get(start)
    if (!known) starts.set(start, [place])
    else if (known.length < MOST_LINES) known.push(place)
  })
  return starts
}

const beginEqually = (a: Line, b: Line) => a.letters.startsWith(b.letters) || b.letters.startsWith(a.letters)

const startOf = ({ letters }: Line) => letters.slice(0, 1)

/** How many lines of each side make the same run of letters; undefined when they differ before both end together. */
function commonRun(
  first: readonly Line[],
  second: readonly Line[],
): { first: number; second: number } | undefined {
  let [i, j] = [0, 0]
  let [left, right] = ['', '']
  for (;;) {
    if (left === right && left !== '') {
      const isEqual = haveEqualSigns(first.slice(0, i), second.slice(0, j))
      return isEqual ? { first: i, second: j } : undefined
    }
    if (!left.startsWith(right) && !right.startsWith(left)) return undefined
    const next = left.length <= right.length ? first[i++] : second[j++]
    if (next === undefined) return undefined
    if (left.length <= right.length) left += next.letters
    else right += next.letters
  }
}

/** Whether two runs of equal letters have the same signs within words; where either has a border between lines, any will do. */
function haveEqualSigns(first: readonly Line[], second: readonly Line[]): boolean {
  const signs = [new Map<number, string>(), new Map<number, string>()]
  const borders = new Set([0])
  for (const [side, lines] of [first, second].entries()) {
    let from = 0
    for (const { letters, within } of lines) {
      for (const [at, sign] of within) signs[side]!.set(from + at, sign)
      from += letters.length
      borders.add(from)
    }
  }
  const [a, b] = signs as [Map<number, string>, Map<number, string>]
  return [...a.keys(), ...b.keys()].every((at) => borders.has(at) || a.get(at) === b.get(at))
}

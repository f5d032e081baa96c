import { ownLine } from './mark-boilerplate.ts'
import { isLine, type Outline } from './outline.ts'

interface Copy {
  /** Characters of a run of lines; shorter ones are labels and prices, which every part has. */
  run: number
  /** Characters of a line too long to be repeated on purpose: it is there once for each size of screen. */
  line: number
  /** So many lines one after the other are a copy however short they are. */
  lines: number
}

/** The least that is a copy: among parts that are alike, and on a page about one thing, which has each fact once. */
const AMONG_PARTS: Copy = { run: 60, line: 120, lines: Number.POSITIVE_INFINITY }
const OF_ONE_THING: Copy = { run: 25, line: 25, lines: 3 }

/** Elements whose text may well repeat: cells, terms, code. */
const REPEATABLE: ReadonlySet<string> = new Set(['td', 'th', 'pre', 'code', 'dt', 'dd'])

/**
 * Marks runs of lines that repeat an earlier run word for word: carousels clone their slides, themes their mobile
 * version. A short line may well stand in several parts.
 */
export function markRepeats(outline: Outline, clutter: Uint8Array, { isOneThing = false } = {}): void {
  const least = isOneThing ? OF_ONE_THING : AMONG_PARTS
  const blocks: number[] = []
  for (let i = 1; i < clutter.length; i++) {
    if (!clutter[i] && isLine(outline, i) && !REPEATABLE.has(outline.elements[i]!.tag)) blocks.push(i)
  }
  const lines = blocks.map((i) => ownLine(outline.elements[i]!))
  const last = new Map<string, number>()
  const isShared = isOneThing ? () => false : sharedLines(lines)
  for (let at = 0; at < lines.length; ) {
    const before = last.get(lines[at]!)
    const isWritten = before !== undefined && areParagraphs(outline, blocks[before]!, blocks[at]!)
    const run = isWritten || isShared(lines[at]!) ? 0 : repeatedRun(lines, before, at, least)
    for (const i of blocks.slice(at, at + run)) clutter.fill(1, i, outline.end[i])
    if (run === 0) last.set(lines[at]!, at)
    at += Math.max(1, run)
  }
}

/** Paragraphs of one box: a text may say a thing twice, as a refrain does. Copies stand in boxes of their own. */
function areParagraphs({ elements, parent }: Outline, one: number, other: number): boolean {
  return parent[one] === parent[other] && elements[one]!.tag === 'p' && elements[other]!.tag === 'p'
}

/** Number of lines from `at` on that repeat those from `before` on; 0 when they are too few or too short to be a copy. */
function repeatedRun(lines: readonly string[], before: number | undefined, at: number, least: Copy): number {
  if (before === undefined) return 0
  let run = 0
  let length = 0
  while (before + run < at && at + run < lines.length && lines[before + run] === lines[at + run]) {
    length += lines[at + run]!.length
    run++
  }
  if (run >= least.lines) return run
  const isCopy = run > 1 || before === at - 1 || length >= least.line
  return isCopy && length >= least.run ? run : 0
}

/** Tells of a line whether it stands in three places or more, each time under another one: the terms of several offers. */
function sharedLines(lines: readonly string[]): (line: string) => boolean {
  const places = new Map<string, { count: number; under: Set<string | undefined> }>()
  lines.forEach((line, at) => {
    const place = places.get(line) ?? { count: 0, under: new Set() }
    places.set(line, place)
    place.count++
    place.under.add(lines[at - 1])
  })
  return (line) => {
    const { count, under } = places.get(line)!
    return count >= MIN_SHARED && under.size === count
  }
}

const MIN_SHARED = 3

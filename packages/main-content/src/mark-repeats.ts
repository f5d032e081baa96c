import { ownLine } from './mark-boilerplate.ts'
import { isLine, type Outline } from './outline.ts'

/** Characters of a run of lines; shorter ones are labels and prices, which every part has. */
const MIN_RUN = 60
/** Characters of a line too long to be repeated on purpose: it is there once for each size of screen. */
const MIN_LINE = 120

/** Elements whose text may well repeat: cells, terms, code. */
const REPEATABLE: ReadonlySet<string> = new Set(['td', 'th', 'pre', 'code', 'dt', 'dd'])

/**
 * Marks runs of lines that repeat an earlier run word for word: carousels clone their slides, themes their mobile
 * version. A short line may well stand in several parts.
 */
export function markRepeats(outline: Outline, clutter: Uint8Array): void {
  const blocks: number[] = []
  for (let i = 1; i < clutter.length; i++) {
    if (!clutter[i] && isLine(outline, i) && !REPEATABLE.has(outline.elements[i]!.tag)) blocks.push(i)
  }
  const lines = blocks.map((i) => ownLine(outline.elements[i]!))
  const last = new Map<string, number>()
  for (let at = 0; at < lines.length; ) {
    const run = repeatedRun(lines, last.get(lines[at]!), at)
    for (const i of blocks.slice(at, at + run)) clutter.fill(1, i, outline.end[i])
    if (run === 0) last.set(lines[at]!, at)
    at += Math.max(1, run)
  }
}

/** Number of lines from `at` on that repeat those from `before` on; 0 when they are too few or too short to be a copy. */
function repeatedRun(lines: readonly string[], before: number | undefined, at: number): number {
  if (before === undefined) return 0
  let run = 0
  let length = 0
  while (before + run < at && at + run < lines.length && lines[before + run] === lines[at + run]) {
    length += lines[at + run]!.length
    run++
  }
  const isCopy = run > 1 || before === at - 1 || length >= MIN_LINE
  return isCopy && length >= MIN_RUN ? run : 0
}

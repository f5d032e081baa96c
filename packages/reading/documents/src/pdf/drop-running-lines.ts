import { lineText, type TextLine } from './text-line.ts'

/** Most lines of a running header or footer. */
const EDGE_LINES = 3
/** The part of the height, at the top and at the bottom, in which they stand. */
const EDGE_SHARE = 0.1
/** A line repeated on at least this share of the pages belongs to the layout. */
const REPEATED_SHARE = 0.5

/** Leaves out page numbers, and headers and footers that many pages repeat (numbers in them may differ). */
export function dropRunningLines(pages: readonly TextLine[][]): TextLine[][] {
  const counts = new Map<string, number>()
  const edges = edgeFinder(pages)
  for (const page of pages) {
    for (const key of new Set(edges(page).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const isRunning = (line: TextLine) =>
    pages.length >= 3 && (counts.get(keyOf(line)) ?? 0) >= pages.length * REPEATED_SHARE
  return pages.map((page) => {
    const edge = new Set(edges(page))
    return page.filter((line) => !edge.has(line) || !(isRunning(line) || isPageNumber(line, page)))
  })
}

/** Gives the lines of a page at its very top and bottom, measured by what all pages cover. */
function edgeFinder(pages: readonly TextLine[][]): (page: readonly TextLine[]) => TextLine[] {
  let top = Number.NEGATIVE_INFINITY
  let bottom = Number.POSITIVE_INFINITY
  for (const { y } of pages.flat()) {
    top = Math.max(top, y)
    bottom = Math.min(bottom, y)
  }
  const margin = (top - bottom) * EDGE_SHARE
  return (page) => {
    const byHeight = page.toSorted((a, b) => b.y - a.y)
    const upper = byHeight.slice(0, EDGE_LINES).filter(({ y }) => y >= top - margin)
    const lower = byHeight.slice(-EDGE_LINES).filter(({ y }) => y <= bottom + margin)
    return [...upper, ...lower]
  }
}

function keyOf(line: TextLine): string {
  return lineText(line).replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().toLowerCase()
}

function isPageNumber(line: TextLine, page: readonly TextLine[]): boolean {
  const lowest = page.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY)
  return (
    line.y === lowest &&
    /^(?:page ?)?(?:[-–—] ?)?(?:\d{1,4}|[ivxlc]{1,6}) ?(?:[-–—] ?)?(?:(?:of|\/) ?\d{1,4})?$/i.test(
      lineText(line).replace(/\s+/g, ' ').trim(),
    )
  )
}

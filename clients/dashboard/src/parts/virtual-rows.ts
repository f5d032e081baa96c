import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'preact/hooks'

const ROW_PIXELS = 36
const ROWS_AROUND = 12
/** Rows that PageUp and PageDown pass. */
const ROWS_OF_A_PAGE = 15

/** What a key leads to, from row `at` of `count`. */
const MOVES: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + ROWS_OF_A_PAGE,
  PageUp: (at) => at - ROWS_OF_A_PAGE,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/**
 * Rows of which only those in sight are in the page, and the one that has the focus: it stays wherever one scrolls. Tab leads to one row, arrow
 * keys, PageUp, PageDown, Home and End from row to row.
 */
export function useVirtualRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const frame = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string>()
  const isMoving = useRef(false)
  const at = focused === undefined ? -1 : rows.findIndex((row) => keyOf(row) === focused)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPixels(),
    overscan: ROWS_AROUND,
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range)
      if (at < 0 || seen.includes(at)) return seen
      return at < seen[0]! ? [at, ...seen] : [...seen, at]
    },
  })
  useEffect(() => {
    if (!isMoving.current || at < 0) return
    isMoving.current = false
    frame.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)?.focus({ preventScroll: true })
  }, [at])

  /** Gives the focus to a row, and brings it into sight. */
  function moveTo(index: number): void {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (row === undefined) return
    isMoving.current = true
    virtual.scrollToIndex(rows.indexOf(row))
    setFocused(keyOf(row))
  }

  return {
    frame,
    virtual,
    moveTo,
    /** What each row has, so that it can be found and takes the focus by Tab where it should. */
    rowAttributes: (index: number) => ({
      'data-index': index,
      tabIndex: index === Math.max(at, 0) ? 0 : -1,
      onFocus: () => setFocused(keyOf(rows[index]!)),
    }),
    /** Whether a key was one that moves. */
    onMove(event: KeyboardEvent, index: number): boolean {
      const move = MOVES[event.key]
      if (!move) return false
      event.preventDefault()
      moveTo(move(index, rows.length))
      return true
    },
  }
}

function rowPixels(): number {
  return (
    Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10) || ROW_PIXELS
  )
}

import type { Writable } from 'node:stream'
import { inOneLine, neutralise } from './neutralise.ts'
import { cut } from './width.ts'

/** One line that says how far something is, written over again and again: on a terminal alone. */
export interface Progress {
  show(text: string): void
  /** Takes the line away, so that something else may be written. */
  clear(): void
}

const LEAST_PAUSE_MS = 80

export function createProgress(stream: Writable & { columns?: number }, isTerminal: boolean): Progress {
  if (!isTerminal) return { show() {}, clear() {} }
  let shownAt = Number.NEGATIVE_INFINITY
  let isShown = false
  return {
    show(text) {
      if (performance.now() - shownAt < LEAST_PAUSE_MS) return
      shownAt = performance.now()
      isShown = true
      const line = cut(neutralise(inOneLine(text)), (stream.columns || 80) - 1)
      stream.write(`\r\x1b[K${line}`)
    },
    clear() {
      if (isShown) stream.write('\r\x1b[K')
      isShown = false
      shownAt = Number.NEGATIVE_INFINITY
    },
  }
}

import {
  asksForItsContent,
  countPatterns,
  hasWords,
  isBound,
  isDeclaredRoot,
  isLoadingLine,
  isPattern,
  isSlotted,
  isWritten,
  nameOf,
} from './awaited-parts.ts'
import { attribute } from './markup.ts'
import type { OpenElements } from './open-elements.ts'
import type { AwaitedParts } from './page-features.ts'

export function nothingAwaited(): AwaitedParts {
  return {
    loadingLines: 0,
    requests: 0,
    inCustomElements: 0,
    slotted: 0,
    hasDeclaredRoots: false,
    pieces: 0,
    patterns: 0,
    spans: 0,
    isBound: false,
    blankParts: 0,
  }
}

/** Gathers what says that scripts will put more into the page, while it is read. */
export class AwaitedReader {
  private readonly parts: AwaitedParts
  private readonly around: OpenElements
  /** The list that was opened last, while nothing stands in it. */
  private list: { tag: string; seen: number } | undefined
  /** The element that was opened last, while a framework is to write its text. */
  private written: string | undefined
  /** How many of the open elements show text as it is written. */
  private verbatim = 0

  constructor(parts: AwaitedParts, around: OpenElements) {
    this.parts = parts
    this.around = around
  }

  open(tag: string, attributes: string, seen: number): void {
    const { parts, around } = this
    if (VERBATIM.has(tag)) this.verbatim++
    this.written = undefined
    parts.isBound ||= isBound(attributes)
    if (!around.isOwn) return
    if (isWritten(attributes)) this.written = tag
    if (asksForItsContent(tag, attributes)) parts.requests++
    if (around.isInCustomElement && isSlotted(attributes)) parts.slotted++
    if (isDeclaredRoot(tag, attributes)) parts.hasDeclaredRoots = true
    if (LISTS.has(tag) && nameOf(tag, attribute(attributes, 'id'), attributes)) this.list = { tag, seen }
  }

  close(tag: string, seen: number): void {
    if (VERBATIM.has(tag) && this.verbatim > 0) this.verbatim--
    if (tag === this.written) this.addUnwritten()
    if (tag !== this.list?.tag) return
    if (this.list.seen === seen) this.parts.blankParts++
    this.list = undefined
  }

  /** `words` are shown, and stand between two tags. */
  text(words: string): void {
    const { parts, around } = this
    const line = words.trim()
    parts.pieces++
    if (this.verbatim === 0) {
      if (isPattern(line)) parts.patterns++
      parts.spans += countPatterns(line)
    }
    if (this.written !== undefined && !hasWords(line)) parts.patterns++
    this.written = undefined
    if (around.isInCustomElement) parts.inCustomElements += line.length
    if (isLoadingLine(words)) parts.loadingLines++
  }

  private addUnwritten(): void {
    this.parts.pieces++
    this.parts.patterns++
    this.written = undefined
  }
}

/** What is written about patterns is no pattern. */
const VERBATIM: ReadonlySet<string> = new Set(['code', 'pre', 'kbd', 'samp'])

/** Scripts put their rows into these. */
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'dl', 'table', 'tbody'])

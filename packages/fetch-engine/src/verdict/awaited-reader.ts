import { asksForItsContent, isDeclaredRoot, isLoadingLine, isSlotted, nameOf } from './awaited-parts.ts'
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
    blankParts: 0,
  }
}

/** Gathers what says that scripts will put more into the page, while it is read. */
export class AwaitedReader {
  private readonly parts: AwaitedParts
  private readonly around: OpenElements
  /** The list that was opened last, while nothing stands in it. */
  private list: { tag: string; seen: number } | undefined

  constructor(parts: AwaitedParts, around: OpenElements) {
    this.parts = parts
    this.around = around
  }

  open(tag: string, attributes: string, seen: number): void {
    const { parts, around } = this
    if (!around.isOwn) return
    if (asksForItsContent(tag, attributes)) parts.requests++
    if (around.isInCustomElement && isSlotted(attributes)) parts.slotted++
    if (isDeclaredRoot(tag, attributes)) parts.hasDeclaredRoots = true
    if (LISTS.has(tag) && nameOf(tag, attribute(attributes, 'id'), attributes)) this.list = { tag, seen }
  }

  close(tag: string, seen: number): void {
    if (tag !== this.list?.tag) return
    if (this.list.seen === seen) this.parts.blankParts++
    this.list = undefined
  }

  /** `words` are shown, and stand between two tags. */
  text(words: string): void {
    if (this.around.isInCustomElement) this.parts.inCustomElements += words.trim().length
    if (isLoadingLine(words)) this.parts.loadingLines++
  }
}

/** Scripts put their rows into these. */
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'dl', 'table', 'tbody'])

import type { TemplateSelectors } from '@gleaner/contracts'
import type { Block, Markdown, PageImage, PageLink, PageTable } from '@gleaner/formats'
import type { Document, ParentNode } from '@gleaner/markup'
import type { PageMetadata, ShownData } from '@gleaner/structured-data'
import type { Applied } from './template/apply-template.ts'
import type { ExtractedContent, ExtractOutcome } from './types.ts'

/**
 * A read body, whatever it was: the parts that formats are made of, each computed once, when a format first needs it.
 * Formats depend on nothing else of a page.
 */
export interface Page {
  kind: Extract<ExtractOutcome, { ok: true }>['kind']
  ocrUsed: boolean
  /** For the caller: what of the request had no effect on this page. */
  warnings: readonly string[]
  /** The body as text; undefined for what is not text (PDF, images, office documents). */
  source(): string | undefined
  metadata(): PageMetadata
  data(): PageData
  /** Of `data`, without reading it. */
  method(): PageData['method']
  /** Lists and labelled values, for an extraction schema; undefined for what is no web page. */
  shownData?(): ShownData
  /** What a template's selectors find; undefined for what is no web page. */
  select?(template: TemplateSelectors): Applied
  /** The main content (or the whole page, when the request says so). */
  blocks(): Block[]
  /** The running text of `blocks`: without the title, captions and credits. */
  textBlocks(): Block[]
  markdown(): Markdown
  /** The whole page, cleaned, as HTML. */
  html(): string
  /** Of the whole page. */
  links(): PageLink[]
  images(): PageImage[]
  tables(): PageTable[]
  /** Of the main content. */
  contentLinks(): PageLink[]
  contentImages(): PageImage[]
  /** What a crawl reads: the whole page, its main content, and what its addresses resolve against. */
  tree(): PageTree
  /** Why `blocks` may not be the main content; undefined when there is no doubt. */
  doubt(): Doubt | undefined
  /** How much text the page shows, content or not; in characters. */
  visibleChars(): number
}

export interface PageTree {
  document: Document
  content(): ParentNode
  base: string
}

/** A quality warning without its count. */
export interface Doubt {
  code: string
  reason: string
}

/** The page as data: one schema.org-like object, or what a JSON body holds. */
export interface PageData {
  main: unknown
  /** What the page declares, item by item, `main` among it; none where it declares nothing. */
  entities?: readonly unknown[]
  /** How each of them is declared. */
  sources?: readonly string[]
  /** Field of `main` to its source. */
  evidence: Record<string, unknown>
  method: ExtractedContent['extraction_method']
}

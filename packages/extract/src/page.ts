import type { Block } from './formats/block.ts'
import type { PageImage } from './formats/images.ts'
import type { PageLink } from './formats/links.ts'
import type { PageMetadata } from './metadata/read-metadata.ts'
import type { StructuredData } from './structured/read-structured.ts'
import type { ExtractOutcome } from './types.ts'

/**
 * A read body, whatever it was: the parts that formats are made of, each made when a format asks for it, once.
 * Formats know pages only by this.
 */
export interface Page {
  kind: Extract<ExtractOutcome, { ok: true }>['kind']
  ocrUsed: boolean
  /** The body as text; undefined for what is not text (PDF, images, office documents). */
  source(): string | undefined
  metadata(): PageMetadata
  structured(): StructuredData
  /** What the page is about (or all of it, when the request says so). */
  blocks(): Block[]
  /** The running text of `blocks`: without the title, captions and credits. */
  textBlocks(): Block[]
  /** The whole page, cleaned, as HTML. */
  html(): string
  /** Of the whole page. */
  links(): PageLink[]
  images(): PageImage[]
  /** Of what the page is about. */
  contentLinks(): PageLink[]
  contentImages(): PageImage[]
  /** Set when the choice of the main content was not sure. */
  doubt(): string | undefined
}

import type { Markdown } from '@gleaner/formats'
import type { Document } from '@gleaner/markup'

/** What `readDocument` needs to know beside the bytes. */
export interface DocumentOptions {
  /** Address the bytes came from: relative links in them resolve against it. */
  url: string
  /** Read the text in images, also in PDF pages that are images. Default false. */
  ocr?: boolean | undefined
  /** What no reader reads is a document without content, not refused. */
  takesUnread?: boolean | undefined
  /** Tesseract's three-letter codes, default `['eng']`. */
  ocrLanguages?: readonly string[] | undefined
  /** Ends reading early, with an error. */
  signal?: AbortSignal | undefined
}

/**
 * A document that is no web page, as one: `document` is a small page with all of its content and nothing else, so
 * that every format is made of it without looking for the main part first.
 */
export interface ReadableDocument {
  ok: true
  kind: 'pdf' | 'image' | 'other'
  document: Document
  title?: string | undefined
  author?: string | undefined
  /** ISO-8601, when the document has it. */
  publishedAt?: string | undefined
  /** Further facts of the document itself: `pages`, `sheets`, `generator` and the like. */
  metadata: Record<string, unknown>
  /** The document as data, for types that are data: JSON, CSV, spreadsheets, feeds, XML. */
  data?: unknown
  /** The document as Markdown, when it is Markdown already: to be used as it is. */
  markdown?: Markdown | undefined
  /** The document as text, for types that are text. */
  source?: string | undefined
  ocrUsed: boolean
  /** What it is, where nothing was read of it. */
  unread?: string | undefined
}

export interface UnreadableDocument {
  ok: false
  code: 'UNSUPPORTED_CONTENT_TYPE' | 'EXTRACTION_FAILED'
  /** For the caller of the API. */
  message: string
}

export type DocumentResult = ReadableDocument | UnreadableDocument

export function unreadable(message: string): UnreadableDocument {
  return { ok: false, code: 'EXTRACTION_FAILED', message }
}

export function unsupported(message: string): UnreadableDocument {
  return { ok: false, code: 'UNSUPPORTED_CONTENT_TYPE', message }
}

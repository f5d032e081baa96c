import type {
  ChangeStatus,
  ContentTruncated,
  FlatFields,
  Format,
  JsonSchema,
  Mode,
  QualityWarning,
  TemplateSelectors,
  TrackingMode,
} from '@gleaner/contracts'
import type { FindingsRequest } from './crawl/types.ts'

/** Everything that decides what is made of a fetched body. Plain data: it crosses into a worker thread. */
export interface ExtractRequest {
  /** Address the body was read from; relative links resolve against it (and against `<base>`). */
  url: string
  body: Uint8Array
  contentType: string | undefined
  mode: Mode
  /** Absent: `content` is the markdown as a string and `structured_content` is filled. */
  formats: Format[] | undefined
  includeRawHtml: boolean
  onlyMainContent: boolean
  /** What of the page is read at all. */
  parts?: PageSelectors | undefined
  removeCookieBanners: boolean
  evidence: boolean
  ocr: boolean
  ocrLanguages?: string[] | undefined
  extractionSchema?: JsonSchema | undefined
  /** The schema is that of the profile that fits the page. */
  autoProfile?: boolean | undefined
  /** Selectors of a caller's template, which go before a schema. */
  template?: (TemplateSelectors & { name: string }) | undefined
  sectionFilter?:
    | { min_content_blocks?: number; content_only?: boolean; exclude_content_types?: string[] }
    | undefined
  rag?: { chunk_tokens?: number; overlap_tokens?: number } | undefined
  /** What the fetch says of the page's quality, to be told with what was read of it. */
  fetchWarning?: { code: string; reason: string } | undefined
  /** The formats beside each other too (`FlatFields`). */
  flatReply?: boolean | undefined
  /** What a crawl follows is told beside the page (`PageFindings`). */
  crawl?: FindingsRequest | undefined
  /** What the format `change_tracking` compares the page with; absent where it compares nothing. */
  tracking?: TrackingRequest | undefined
  /** A language model is to read the page: its text comes beside what is made of it, which then does not say by what method that is. */
  forModel?: boolean | undefined
  /** Where the body can be had as a file, in place of its bytes in `bytes`. */
  bytesUrl?: string | undefined
  /** Stands in the place of the format `summary`, which is made later, and nowhere else. */
  summarySlot?: string | undefined
  /** Files are not given as `raw` or `bytes`: what they hold cannot be looked through. */
  withholdsFiles?: boolean | undefined
  /** Largest size of what is made, as JSON in UTF-8; beyond it `content_truncated` is set. */
  maxContentBytes: number
}

/** CSS selectors of what is read of a page, and of what is not. With `include` that is its content, without a search for it. */
export interface PageSelectors {
  include?: string[] | undefined
  exclude?: string[] | undefined
}

/** What is known of a page before it is compared. */
export interface TrackingRequest {
  mode: TrackingMode
  /** ISO 8601. */
  previousScrapeAt: string | null
  /** The version that was kept last, packed. */
  before?: Uint8Array | undefined
  /** The site says that there is no such page: it is not read. */
  isGone: boolean
  /** Nothing but its caller's naming has led to it, as far as is known without its own links. */
  isNamedOnly: boolean
}

/** What a page was compared to be. */
export type Tracked =
  | {
      status: ChangeStatus
      /** To be kept, packed: of one that is new or has changed. */
      version?: Uint8Array
    }
  /** Why it was not compared, for its caller. */
  | { fault: string }

/** The part of the scrape result that the body alone decides. Field names are those of the wire. */
export interface ExtractedContent extends FlatFields {
  content: string | Partial<Record<Format, unknown>>
  structured_content?: unknown[]
  filtered_content?: Record<string, unknown> | unknown[]
  raw_html?: string
  raw_encoding?: 'base64'
  title?: string
  author?: string
  published_at?: string
  metadata: Record<string, unknown>
  extraction_method: 'structured_data' | 'algorithmic' | 'schema_filter' | 'llm'
  content_truncated?: ContentTruncated
  quality_warning?: QualityWarning
}

/** Why a page is given to the fall-back reader: our own reading failed, or found nothing on a page with text. */
export type FallbackCause = 'failed' | 'empty'

export type ExtractOutcome =
  | {
      ok: true
      content: ExtractedContent
      /** As JSON text; where the request asks for it. */
      findings?: string
      /** Where the request asks for `tracking`. */
      tracked?: Tracked
      /** What the body was, which decides `by_mode` of the usage report. */
      kind: 'html' | 'pdf' | 'image' | 'other'
      ocrUsed: boolean
      /** Our own reading found next to nothing, and the page has text: the fall-back reader may find more. */
      foundNothing: boolean
      /** What a language model is to read. */
      modelText?: string
      /** For the caller: what of the request had no effect on this page. */
      warnings: string[]
    }
  | { ok: false; code: 'UNSUPPORTED_CONTENT_TYPE' | 'EXTRACTION_FAILED'; message: string }

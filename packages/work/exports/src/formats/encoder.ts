import type { ExportCompression, ExportRequest } from '@gleaner/contracts/schemas/exports/runs'
import type { ExportItem } from '../rows/export-item.ts'

/** An object that is written bit by bit, and whose writing can stop after each cut and go on from there in another process. */
export interface Encoder {
  /** Takes the next page. */
  add(item: ExportItem): Promise<void>
  /** Bytes that are ready to be cut off; a cut has them at least. */
  readonly bytes: number
  /** All that was added since the last cut. */
  cut(): Promise<Cut>
  /** What comes behind the last cut. */
  end(whole: Whole): AsyncIterable<Uint8Array>
}

export interface Cut {
  bytes: Uint8Array
  /** What the end has to know of it: JSON. */
  facts?: unknown
  /** Lines for the indexes that stand at the end. */
  lines?: readonly IndexLine[]
}

export interface IndexLine {
  place: number
  /** What index lines are sorted by, byte by byte. */
  key: string
  indexLine: string
  pageLine: string
}

/** All that was cut off, as the end sees it. */
export interface Whole {
  bytes: number
  /** Those of all cuts, in order. */
  facts: readonly unknown[]
  /** May be read more than once. */
  indexLines(): AsyncIterable<string>
  pageLines(): AsyncIterable<string>
}

/** What an encoder is opened with: for an object from its beginning, or behind what was cut off before. */
export interface EncoderStart {
  request: ExportRequest
  compression: ExportCompression
  /** Bytes and cuts that there are. */
  offset: number
  cuts: number
  /** When the export was asked for: the time of what it makes. */
  askedAt: Date
  /** What it is of: `batch_…` or `crawl_…`. */
  title: string
}

export interface ExportFormatRow {
  extension: string
  contentType: string
  open(start: EncoderStart): Encoder
}

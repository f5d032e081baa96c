import { declaredForDocument, documentType } from '@gleaner/documents/document-type'
import { fileSignature } from '@gleaner/markup/file-signatures'
import { htmlType } from '@gleaner/markup/html-type'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { ExtractRequest } from '../types.ts'

/**
 * Largest body that a thread reads. Measured: what the readers of text make of the most hostile 2 MB stays within the
 * heap of a thread; 1 in 500 pages is larger, and a process costs those 150 ms more.
 */
const LIGHT_BYTES = 2 * MEGABYTE

/** Readers of text, whose memory and time grow with the body alone. All others decompress, decode or call native code. */
const LIGHT_READERS: ReadonlySet<string | undefined> = new Set([
  'csv',
  'json',
  'xml',
  'markdown',
  'text',
  // Nothing is read of them.
  undefined,
])

/** Images are decoded by OCR alone. */
function readerOf({ body, contentType, url, ocr, mode }: ExtractRequest): string | undefined {
  const { reader } = documentType(body, declaredForDocument(contentType), url)
  return reader === 'image' && !ocr && mode !== 'ocr' ? undefined : reader
}

/** Whether a body can be read in a thread of this process: neither its memory nor native code can end the process. */
export function isLight(request: ExtractRequest): boolean {
  const { body, contentType } = request
  if (body.length > LIGHT_BYTES) return false
  if (body.length === 0 || htmlType(body, contentType)) return true
  // What is in an archive is found by decompressing it.
  if (fileSignature(body)?.type === 'application/zip') return false
  return LIGHT_READERS.has(readerOf(request))
}

/**
 * Documents that are no web pages: PDF, office files, EPUB, images (OCR), feeds, XML, CSV, JSON, plain text.
 * `readDocument(bytes, contentType, options)` gives a tree like that of a web page, with title, author and data where the
 * document has them, or why it could not be read. `document-type.ts` chooses the reader; each is loaded when
 * the first such document comes. Time and memory are bounded by the pool that reads them (`packages/reading/extract`).
 */

export type { ReadableDocument } from './document-result.ts'
export { readDocument } from './read-document.ts'

/**
 * One fetched body to the page part of a scrape result. `createExtractPool` (`pool/`) reads outside of the caller's
 * thread: web pages in worker threads, documents in processes, each bounded in time and memory. A worker runs `extract.ts`,
 * which opens the body as a page (`html-page.ts`, `document-page.ts`) and makes the requested formats of it; `filter/`
 * fills a caller's JSON Schema from what was read; `fallback/` reads by jsdom and Readability where our own reading fails
 * or finds nothing; `hostile/` is the catalogue of inputs that readers are tested with; `crawl/` notes what a crawl follows.
 *
 * Here is only what a service's main thread needs: the readers are loaded by the workers.
 */

export type { FoundLink, PageFindings, PageSignature } from './crawl/types.ts'
export type { ExtractedJson, ReadFailure } from './extract-json.ts'
export { createExtractPool, type ExtractLimits, type ExtractPool, type ExtractPoolOptions } from './pool.ts'
export * from './types.ts'

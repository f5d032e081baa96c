export type { PageFailure, PageMetadata, PageSource } from '@gleaner/page-documents'
export { GleanerReader, type GleanerReaderOptions } from './reader.ts'

export type { PageFailure, PageMetadata, PageSource } from '@gleaner/page-documents'
export { GleanerLoader, type GleanerLoaderOptions } from './loader.ts'
export { GleanerRetriever, type GleanerRetrieverOptions } from './retriever.ts'

export { type PageFailure, type PageMetadata, pageOf, type ScrapedPage, type TextFormat } from './page.ts'
export { clientOf, collect, type PageSource, type ReadOptions, readPages } from './read-pages.ts'

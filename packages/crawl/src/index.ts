export type { CrawlOptions } from './options.ts'
export * from './purge-crawls.ts'
export { secretsContext } from './secrets.ts'

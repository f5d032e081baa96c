export * from './ask-again.ts'
export { checkItems } from './batches/check-items.ts'
export * from './batches/item-faults.ts'
export { makeBatch } from './batches/make-batch.ts'
export { readItems } from './batches/read-items.ts'
export { checkQuickly, checkReading, checkSchema, checkScrape, refuse } from './check-scrape.ts'
export { checkSelectors } from './check-template.ts'
export { checkProxyUrl, checkTargetUrl } from './check-url.ts'
export {
  checkWaitingWebhooks,
  createWaitingWebhooks,
  type WaitingWebhooks,
} from './check-waiting-webhooks.ts'
export { checkWebhookUrl } from './check-webhook-url.ts'
export type { IntakeContext } from './context.ts'
export { checkCrawl } from './crawls/check-crawl.ts'
export { makeCrawl } from './crawls/make-crawl.ts'
export { checkMap } from './maps/check-map.ts'
export { presentRequest } from './present-request.ts'
export { checkSearch } from './searches/check-search.ts'
export { holdSearch } from './searches/hold-search.ts'
export { makeSearch } from './searches/make-search.ts'
export { checkFirstPrice, type PreparedWork, prepareWork } from './work/prepare-work.ts'
export { readWork } from './work/read-work.ts'

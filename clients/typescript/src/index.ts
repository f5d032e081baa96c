export { Gleaner } from './client.ts'
export * from './errors.ts'
export type * from './generated/models.ts'
export type { CompletedJob } from './groups/jobs.ts'
export type { AccessToken, ClientOptions } from './options.ts'
export type { AnySchema, DataOf } from './schema/data-of.ts'
export type { StandardSchema } from './schema/standard-schema.ts'
export type { Entry, Fields, Operation, Reply, RequestOptions, Schemas, StreamEvent } from './types.ts'
export type { Extracted, ExtractFields } from './verbs/extract.ts'
export type { FeedFields, FeedMessage } from './verbs/follow-feed.ts'
export type { Scraped, ScrapeFields } from './verbs/scrape.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from './verify-webhook.ts'
export { VERSION } from './version.ts'
export type { Progress, WaitOptions } from './waiting/wait-until-over.ts'

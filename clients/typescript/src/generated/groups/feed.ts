// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Fields, RequestOptions, Schemas, StreamEvent } from '../../types.ts'

export class FeedApi extends Group {
  /** Follow all that ends in your account by server-sent events. `GET /events` */
  stream(
    fields: Fields<'streamEvents'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<
    StreamEvent<{
      subscribed: Schemas['FeedSubscribedEvent']
      job_update: Schemas['FeedJobEvent']
      batch_update: Schemas['FeedBatchEvent']
      crawl_update: Schemas['FeedCrawlEvent']
    }>,
    void,
    undefined
  > {
    return this.followEvents('streamEvents', [], fields, options)
  }
}

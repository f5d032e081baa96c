// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions, Schemas, StreamEvent, Upload } from '../../types.ts'

export class BatchesApi extends Group {
  /** Scrape up to 1,000 URLs with one request. `POST /batch` */
  create(fields: Upload<'createBatch'>, options?: RequestOptions): Promise<Reply<'createBatch'>> {
    return this.callOperation('createBatch', [], fields, options)
  }

  /** List your batches of the last 31 days, the newest first. `GET /batches` */
  list(fields: Fields<'listBatches'> = {}, options?: RequestOptions): Promise<Reply<'listBatches'>> {
    return this.callOperation('listBatches', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listBatches'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listBatches', 'batches'>, void, undefined> {
    return this.turnPages('listBatches', [], fields, options, { by: 'offset', entries: 'batches' })
  }

  /** Read how far a batch is, and the state of each of its items. `GET /batch/{batch_id}` */
  get(
    batch_id: string,
    fields: Fields<'getBatch'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'getBatch'>> {
    return this.callOperation('getBatch', [batch_id], fields, options)
  }

  /** Cancel the items of a batch that no worker has begun with. `DELETE /batch/{batch_id}` */
  cancel(batch_id: string, options?: RequestOptions): Promise<Reply<'cancelBatch'>> {
    return this.callOperation('cancelBatch', [batch_id], {}, options)
  }

  /** Scrape the items of a batch that have failed again, as a new batch. `POST /batch/{batch_id}/retry` */
  retry(
    batch_id: string,
    fields: Fields<'retryBatch'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'retryBatch'>> {
    return this.callOperation('retryBatch', [batch_id], fields, options)
  }

  /** Read the jobs of a batch with their results, page by page or as JSON lines. `GET /batch/{batch_id}/results` */
  listResults(
    batch_id: string,
    fields: Fields<'getBatchResults'> & { format: 'jsonl' | 'csv' },
    options?: RequestOptions,
  ): Promise<Response>
  listResults(
    batch_id: string,
    fields?: Fields<'getBatchResults'>,
    options?: RequestOptions,
  ): Promise<Reply<'getBatchResults'>>
  listResults(
    batch_id: string,
    fields: Fields<'getBatchResults'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'getBatchResults'> | Response> {
    return this.callOperation('getBatchResults', [batch_id], fields, options)
  }

  /** Follow a batch by server-sent events. `GET /batch/{batch_id}/stream` */
  stream(
    batch_id: string,
    fields: Fields<'streamBatch'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<
    StreamEvent<{ progress: Schemas['BatchProgressEvent']; complete: Schemas['BatchCompleteEvent'] }>,
    void,
    undefined
  > {
    return this.followEvents('streamBatch', [batch_id], fields, options)
  }

  /** Sum up the batches of the last days. `GET /batches/analytics` */
  analytics(
    fields: Fields<'getBatchAnalytics'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'getBatchAnalytics'>> {
    return this.callOperation('getBatchAnalytics', [], fields, options)
  }

  /** Read every attempt to deliver events to a batch's `webhook_url`. `GET /batch/{batch_id}/webhook-log` */
  webhookLog(batch_id: string, options?: RequestOptions): Promise<Reply<'getWebhookLog'>> {
    return this.callOperation('getWebhookLog', [batch_id], {}, options)
  }

  /** Deliver again what a batch's `webhook_url` has not received. `POST /batch/{batch_id}/webhook-retry` */
  retryWebhook(batch_id: string, options?: RequestOptions): Promise<Reply<'retryWebhook'>> {
    return this.callOperation('retryWebhook', [batch_id], {}, options)
  }
}

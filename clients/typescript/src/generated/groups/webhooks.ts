// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class WebhooksApi extends Group {
  /** Register an address that receives events of the account as signed POST requests. `POST /webhooks` */
  create(fields: Fields<'createWebhook'>, options?: RequestOptions): Promise<Reply<'createWebhook'>> {
    return this.callOperation('createWebhook', [], fields, options)
  }

  /** List the account's webhook endpoints. `GET /webhooks` */
  list(fields: Fields<'listWebhooks'> = {}, options?: RequestOptions): Promise<Reply<'listWebhooks'>> {
    return this.callOperation('listWebhooks', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listWebhooks'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listWebhooks', 'webhooks'>, void, undefined> {
    return this.turnPages('listWebhooks', [], fields, options, { by: 'offset', entries: 'webhooks' })
  }

  /** Read a webhook endpoint, its last 20 deliveries, and figures about the last 1,000. `GET /webhooks/{webhook_id}` */
  get(webhook_id: string, options?: RequestOptions): Promise<Reply<'getWebhook'>> {
    return this.callOperation('getWebhook', [webhook_id], {}, options)
  }

  /** Change the named fields of a webhook endpoint. `PATCH /webhooks/{webhook_id}` */
  update(
    webhook_id: string,
    fields: Fields<'updateWebhook'>,
    options?: RequestOptions,
  ): Promise<Reply<'updateWebhook'>> {
    return this.callOperation('updateWebhook', [webhook_id], fields, options)
  }

  /** Delete a webhook endpoint. What is still to be delivered to it is dropped. `DELETE /webhooks/{webhook_id}` */
  delete(webhook_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('deleteWebhook', [webhook_id], {}, options)
  }

  /** Send a signed `webhook.test` once, and report how that went. `POST /webhooks/{webhook_id}/test` */
  test(webhook_id: string, options?: RequestOptions): Promise<Reply<'testWebhook'>> {
    return this.callOperation('testWebhook', [webhook_id], {}, options)
  }

  /** Read the secret that signs all webhooks of the account. `GET /webhooks/secret` */
  secret(options?: RequestOptions): Promise<Reply<'getWebhookSecret'>> {
    return this.callOperation('getWebhookSecret', [], {}, options)
  }

  /** Replace the secret that signs webhooks. `POST /webhooks/secret/rotate` */
  rotateSecret(
    fields: Fields<'rotateWebhookSecret'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'rotateWebhookSecret'>> {
    return this.callOperation('rotateWebhookSecret', [], fields, options)
  }
}

// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class WebhookDeliveriesApi extends Group {
  /** List what receivers were told in the last 31 days, the newest first. `GET /webhooks/deliveries` */
  list(
    fields: Fields<'listWebhookDeliveries'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listWebhookDeliveries'>> {
    return this.callOperation('listWebhookDeliveries', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listWebhookDeliveries'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listWebhookDeliveries', 'deliveries'>, void, undefined> {
    return this.turnPages('listWebhookDeliveries', [], fields, options, {
      by: 'cursor',
      entries: 'deliveries',
    })
  }

  /** Read a delivery: the body, and each attempt with its headers, signature and answer. `GET /webhooks/deliveries/{delivery_id}` */
  get(delivery_id: string, options?: RequestOptions): Promise<Reply<'getWebhookDelivery'>> {
    return this.callOperation('getWebhookDelivery', [delivery_id], {}, options)
  }

  /** Read the body of a delivery as it was sent, byte for byte. `GET /webhooks/deliveries/{delivery_id}/body` */
  body(delivery_id: string, options?: RequestOptions): Promise<Response> {
    return this.callOperation('getWebhookDeliveryBody', [delivery_id], {}, options)
  }

  /** Send a delivery that has ended again. `POST /webhooks/deliveries/{delivery_id}/replay` */
  replay(delivery_id: string, options?: RequestOptions): Promise<Reply<'replayWebhookDelivery'>> {
    return this.callOperation('replayWebhookDelivery', [delivery_id], {}, options)
  }

  /** Send the deliveries of a span of time again. `POST /webhooks/deliveries/replay` */
  replayAll(
    fields: Fields<'replayWebhookDeliveries'>,
    options?: RequestOptions,
  ): Promise<Reply<'replayWebhookDeliveries'>> {
    return this.callOperation('replayWebhookDeliveries', [], fields, options)
  }
}

import { WebhooksApi } from '../generated/groups/webhooks.ts'
import {
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from '../verify-webhook.ts'

export class Webhooks extends WebhooksApi {
  /** The event that a webhook brought, when it is genuine; else a `WebhookError`. `payload` is the body as it came, not parsed. */
  verify(
    payload: string | Uint8Array,
    headers: WebhookHeaders,
    secret: string | readonly string[],
    options?: VerifyOptions,
  ): Promise<WebhookEvent> {
    return verifyWebhook(payload, headers, secret, options)
  }
}

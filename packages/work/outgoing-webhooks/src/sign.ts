import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** One delivery of a webhook: `id` stays the same on every attempt, `timestamp` is the attempt's, in Unix seconds. */
export interface WebhookMessage {
  id: string
  timestamp: number
  /** Exactly as it is sent. */
  body: string | Uint8Array
  /** The current secret first, then those that were replaced within the last day. */
  secrets: readonly [string, ...string[]]
}

/** The `webhook-id` of a delivery: the same on every attempt, and after a retry by hand. */
export function webhookIdOf(deliveryId: string): string {
  return `msg_${deliveryId}`
}

/** A new signing secret: `whsec_` and the base64 of 32 random bytes. */
export function generateWebhookSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/**
 * The headers by which a receiver verifies a webhook: our own, keyed by the secret as it is shown, and those of
 * Standard Webhooks (standardwebhooks.com), keyed by its base64 part. While a secret is being rotated those before sign as well: in one
 * header where that is a list by its standard, in a second one where receivers compare the whole header.
 */
export function signWebhook({ id, timestamp, body, secrets }: WebhookMessage): Record<string, string> {
  const [current, ...before] = secrets
  return {
    'X-Service-Signature': bodySignature(current, body),
    ...(before.length > 0 && {
      'X-Service-Signature-Previous': before.map((secret) => bodySignature(secret, body)).join(' '),
    }),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .map((secret) => standardSignature(secret, `${id}.${timestamp}.`, body))
      .join(' '),
  }
}

/** `sha256=` and the hex HMAC-SHA256 of the raw body; the key is the text of the secret. */
export function bodySignature(secret: string, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

function standardSignature(secret: string, head: string, body: string | Uint8Array): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(head).update(body).digest('base64')}`
}

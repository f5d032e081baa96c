import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'

/** One delivery of a webhook: `id` stays the same on every attempt, `timestamp` is the attempt's, in Unix seconds. */
export interface WebhookMessage {
  id: string
  timestamp: number
  body: string
  /** The current secret first; during a rotation also the one before. */
  secrets: readonly string[]
}

/** A new signing secret: `whsec_` and the base64 of 32 random bytes. */
export function generateWebhookSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`
}

/**
 * The headers that let a receiver verify a webhook: our own, keyed by the secret as it is shown, and those of
 * Standard Webhooks (standardwebhooks.com), keyed by its base64 part. While a secret is being rotated both sign.
 */
export function signWebhook({ id, timestamp, body, secrets }: WebhookMessage): Record<string, string> {
  const [current, previous] = secrets.map((secret) => bodySignature(secret, body))
  const signatures = secrets.map((secret) => standardSignature(secret, `${id}.${timestamp}.${body}`))
  return {
    'X-Service-Signature': current ?? '',
    ...(previous && { 'X-Service-Signature-Previous': previous }),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

/** `sha256=` and the hex HMAC-SHA256 of the raw body; the key is the text of the secret. */
export function bodySignature(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

function standardSignature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

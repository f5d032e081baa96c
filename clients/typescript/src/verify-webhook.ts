import { WebhookError } from './errors.ts'
import type { operations } from './generated/schema.ts'

type Received<Op> = Op extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : never

/** What the service sends to receivers; `event` says which of them it is. */
export type WebhookEvent = {
  [Op in keyof operations]: Op extends `webhook_${string}` ? Received<operations[Op]> : never
}[keyof operations]

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How old or new an attempt may be, in seconds. Default: 300. */
  tolerance?: number
}

const TOLERANCE_S = 300
const SECRET_PREFIX = 'whsec_'
const VERSION_PREFIX = 'v1,'

/**
 * The event that a webhook brought, when it is genuine by the rules of Standard Webhooks; else it throws a `WebhookError`. `payload` is the
 * body as it came, not parsed and written again. While secrets are rotated, any of several may be `secret`.
 */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { tolerance = TOLERANCE_S }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signatures = header(headers, 'webhook-signature').split(' ')
  const text = typeof payload === 'string' ? payload : new TextDecoder().decode(payload)
  const signed = bytes(`${id}.${timestamp}.${text}`)
  const secrets = typeof secret === 'string' ? [secret] : secret
  const found = await Promise.all(secrets.map((one) => isSignedBy(one, signatures, signed)))
  if (!found.includes(true)) throw new WebhookError('No signature of the webhook is by this secret.')
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= tolerance))
    throw new WebhookError(
      `The webhook is of another time: ${Math.round(age)} s away, and ${tolerance} s are allowed.`,
    )
  return JSON.parse(text) as WebhookEvent
}

/** Compared by the platform, in constant time. */
async function isSignedBy(secret: string, signatures: string[], signed: Bytes): Promise<boolean> {
  const key = await importKey(secret)
  const own = signatures.filter((one) => one.startsWith(VERSION_PREFIX))
  const checks = own.map(async (one) => {
    const signature = fromBase64(one.slice(VERSION_PREFIX.length))
    return signature !== undefined && (await crypto.subtle.verify('HMAC', key, signature, signed))
  })
  return (await Promise.all(checks)).includes(true)
}

async function importKey(secret: string): Promise<CryptoKey> {
  const key = fromBase64(secret.replace(SECRET_PREFIX, ''))
  if (key === undefined || key.length === 0)
    throw new WebhookError('The secret has to be as `GET /webhooks/secret` shows it: whsec_ and Base64.')
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function header(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : plain(headers, name)
  if (value) return value
  throw new WebhookError(`The header ${name} is missing.`)
}

/** Node's are in lower case, those of others as they came. */
function plain(headers: Exclude<WebhookHeaders, Headers>, name: string): string | undefined {
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'object' ? value.join(' ') : value
}

type Bytes = Uint8Array<ArrayBuffer>

function bytes(text: string): Bytes {
  return new TextEncoder().encode(text) as Bytes
}

function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type SecretBox, SecretUnreadable } from './secret-box.ts'

/** A secret that is sealed with a data key of its own, and that key, sealed with the ring: a rotation seals the key anew, and nothing else. */
export interface Envelope {
  dataKey: Uint8Array<ArrayBuffer>
  /** Nonce (12 bytes), ciphertext, tag (16). */
  secret: Uint8Array<ArrayBuffer>
}

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts for one context with a fresh data key (AES-256-GCM); opens only together with the same context. */
export function sealEnvelope(box: SecretBox, text: string, context: string): Envelope {
  const key = randomBytes(KEY_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context))
  const ciphertext = [cipher.update(text, 'utf8'), cipher.final()]
  const secret = new Uint8Array(Buffer.concat([nonce, ...ciphertext, cipher.getAuthTag()]))
  const dataKey = box.seal(key.toString('base64'), dataKeyContext(context))
  key.fill(0)
  return { dataKey, secret }
}

/** Throws SecretUnreadable: damaged, moved to another context, or its key is not in the ring. */
export function openEnvelope(
  box: SecretBox,
  { dataKey, secret }: { dataKey: Uint8Array; secret: Uint8Array },
  context: string,
): string {
  const key = Buffer.from(box.open(dataKey, dataKeyContext(context)), 'base64')
  const bytes = Buffer.from(secret.buffer, secret.byteOffset, secret.byteLength)
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES))
    const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([opened, decipher.final()]).toString('utf8')
  } catch {
    throw new SecretUnreadable('The sealed value is damaged or belongs to another context')
  } finally {
    key.fill(0)
  }
}

/** What the data key of an envelope is bound to: whoever seals it anew with another key of the ring needs it. */
export function dataKeyContext(context: string): string {
  return `${context}/data-key`
}

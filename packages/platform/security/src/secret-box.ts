import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** A sealed value that no key of the ring opens: damaged, moved to another context, or its key was removed. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable'
}

export interface SecretBox {
  /** Ids of the ring's keys; the first one seals. */
  readonly keyIds: readonly [string, ...string[]]
  /** Encrypts for one context (for example account and session id); opens only together with the same context. */
  seal(secret: string | Uint8Array, context: string): Uint8Array<ArrayBuffer>
  /** As `seal`, for a secret that is long and made bit by bit. Cut it between characters. */
  sealPieces(pieces: AsyncIterable<string>, context: string): Promise<Uint8Array<ArrayBuffer>>
  /** Throws SecretUnreadable. */
  open(sealed: Uint8Array, context: string): string
  /** As `open`, for bytes. */
  openBytes(sealed: Uint8Array, context: string): Buffer
  /** Whether the value was sealed by a key that is no longer the first of the ring. */
  isSealedByOldKey(sealed: Uint8Array): boolean
  /**
   * What tells whether two texts of one context are the same, without showing what they are: without a key nobody can try
   * guesses. One for each key of the ring, the newest first; that is the one to store, and any of them may be met.
   */
  fingerprints(text: string, context: string): [Buffer, ...Buffer[]]
}

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
/** NIST SP 800-38D: 96 bits, random, for at most 2^32 values per key. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const FORMAT = 1

/**
 * Encrypts secrets at rest, with AES-256-GCM. `keyRing` is `keyId:base64,keyId:base64`: the first key seals, all of them open, so
 * a key is rotated by putting a new one in front. Throws when the ring is malformed, without showing it.
 *
 * A sealed value is: format (1 byte), length of the key id (1), key id, nonce (12), ciphertext, tag (16). All that
 * stands before the nonce is authenticated together with the context.
 */
export function createSecretBox(keyRing: string): SecretBox {
  const keys = parseKeyRing(keyRing)
  const [firstId, firstKey] = [...keys][0]!
  const header = Buffer.from([FORMAT, firstId.length, ...Buffer.from(firstId)])

  function begin(context: string) {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, firstKey, nonce).setAAD(associated(header, context))
    const parts: Uint8Array[] = [header, nonce]
    return {
      add: (secret: string | Uint8Array) =>
        void parts.push(typeof secret === 'string' ? cipher.update(secret, 'utf8') : cipher.update(secret)),
      end: () => new Uint8Array(Buffer.concat([...parts, cipher.final(), cipher.getAuthTag()])),
    }
  }

  function seal(secret: string | Uint8Array, context: string): Uint8Array<ArrayBuffer> {
    const sealing = begin(context)
    sealing.add(secret)
    return sealing.end()
  }

  async function sealPieces(
    pieces: AsyncIterable<string>,
    context: string,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const sealing = begin(context)
    for await (const piece of pieces) sealing.add(piece)
    return sealing.end()
  }

  function openBytes(sealed: Uint8Array, context: string): Buffer {
    const parts = split(sealed)
    const key = parts && keys.get(parts.keyId)
    if (!parts || !key) throw new SecretUnreadable('No key of the ring has sealed this value')
    const decipher = createDecipheriv(ALGORITHM, key, parts.nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(associated(parts.header, context)).setAuthTag(parts.tag)
    try {
      return Buffer.concat([decipher.update(parts.ciphertext), decipher.final()])
    } catch {
      throw new SecretUnreadable('The sealed value is damaged or belongs to another context')
    }
  }

  // A key of its own for each use of a ring's key (RFC 5869).
  const hashKeys = [...keys.values()].map((key) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'fingerprints', KEY_BYTES))),
  )

  function fingerprints(text: string, context: string): [Buffer, ...Buffer[]] {
    const asked = `${Buffer.byteLength(context)}\n${context}${text}`
    const hashes = hashKeys.map((key) => createHmac('sha256', key).update(asked).digest())
    return hashes as [Buffer, ...Buffer[]]
  }

  return {
    keyIds: [firstId, ...[...keys.keys()].slice(1)],
    seal,
    sealPieces,
    open: (sealed, context) => openBytes(sealed, context).toString('utf8'),
    openBytes,
    isSealedByOldKey: (sealed) => split(sealed)?.keyId !== firstId,
    fingerprints,
  }
}

/** A fresh key for the ring. */
export function generateKey(keyId: string): string {
  return `${keyId}:${randomBytes(KEY_BYTES).toString('base64')}`
}

function parseKeyRing(keyRing: string): Map<string, KeyObject> {
  const keys = new Map<string, KeyObject>()
  for (const entry of keyRing.split(',').map((part) => part.trim())) {
    const [, keyId, encoded] = /^([\w.-]{1,64}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry) ?? []
    const key = Buffer.from(encoded ?? '', 'base64')
    if (keyId === undefined || key.length !== KEY_BYTES) {
      throw new Error(`A key ring is keyId:base64[,...] with keys of ${KEY_BYTES} bytes`)
    }
    if (keys.has(keyId)) throw new Error(`The key ring has the key id ${keyId} twice`)
    // As an object it is prepared once, not for each value.
    keys.set(keyId, createSecretKey(key))
  }
  return keys
}

function split(sealed: Uint8Array) {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const nonceAt = 2 + (bytes[1] ?? 0)
  if (bytes[0] !== FORMAT || bytes.length < nonceAt + NONCE_BYTES + TAG_BYTES) return undefined
  return {
    header: bytes.subarray(0, nonceAt),
    keyId: bytes.toString('utf8', 2, nonceAt),
    nonce: bytes.subarray(nonceAt, nonceAt + NONCE_BYTES),
    ciphertext: bytes.subarray(nonceAt + NONCE_BYTES, -TAG_BYTES),
    tag: bytes.subarray(-TAG_BYTES),
  }
}

function associated(header: Buffer, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(context, 'utf8')])
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/*
 * What passes between a viewer's socket and the browser: AES-256-GCM under a key that is made of the viewer's ticket, which no service
 * stores in clear. Redis carries it, and sees neither a picture nor a key.
 */

const ALGORITHM = 'aes-256-gcm'
export const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const COUNT_BYTES = 6

/** Towards the viewer, or towards the browser: none is taken for the other. */
export type Direction = 'out' | 'in'

export function channelKey(id: string, ticket: string): Buffer {
  return Buffer.from(hkdfSync('sha256', ticket, id, 'manual login channel', KEY_BYTES))
}

export interface Sealer {
  seal(message: Buffer): string
}

/** Numbers what it seals. */
export function createSealer(id: string, key: Uint8Array, direction: Direction): Sealer {
  let count = 0
  return {
    seal(message) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(`${id}/${direction}`))
      const head = Buffer.alloc(COUNT_BYTES)
      head.writeUIntBE(++count, 0, COUNT_BYTES)
      const parts = [nonce, cipher.update(head), cipher.update(message), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(parts).toString('base64')
    },
  }
}

export interface Opener {
  /** Undefined: not of this key, or a message that came before. */
  open(sealed: string): Buffer | undefined
}

export function createOpener(id: string, key: Uint8Array, direction: Direction): Opener {
  let last = 0
  return {
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < NONCE_BYTES + COUNT_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(`${id}/${direction}`)).setAuthTag(bytes.subarray(-TAG_BYTES))
      let opened: Buffer
      try {
        opened = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      } catch {
        return undefined
      }
      const count = opened.readUIntBE(0, COUNT_BYTES)
      if (count <= last) return undefined
      last = count
      return opened.subarray(COUNT_BYTES)
    },
  }
}

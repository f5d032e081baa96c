import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type ApiKeyMode = 'live' | 'test'

export interface GeneratedApiKey {
  /** Shown once, never stored. */
  key: string
  /** What is stored and looked up. */
  hash: string
  /** What lists show, e.g. `sk_live_a1B2c3`. */
  prefix: string
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 26 characters of base62 are 154 bits. */
const RANDOM_CHARS = 26
/** Six characters hold a CRC-32. */
const CHECKSUM_CHARS = 6
const SHOWN_CHARS = 6
const FORM = new RegExp(`^sk_(live|test)_[0-9A-Za-z]{${RANDOM_CHARS + CHECKSUM_CHARS}}$`)

/** A new key: `sk_live_` or `sk_test_`, then 26 random base62 characters and a checksum of six. */
export function generateApiKey(mode: ApiKeyMode): GeneratedApiKey {
  let body = `sk_${mode}_`
  for (let i = 0; i < RANDOM_CHARS; i++) body += BASE62[randomInt(BASE62.length)]
  const key = body + checksum(body)
  return { key, hash: hashApiKey(key), prefix: key.slice(0, `sk_${mode}_`.length + SHOWN_CHARS) }
}

/**
 * The mode of a key with a valid form and checksum, else undefined. Mistyped and made-up keys are told from real
 * ones without a look-up; it says nothing about whether the key exists.
 */
export function parseApiKey(text: string): ApiKeyMode | undefined {
  const mode = FORM.exec(text)?.[1] as ApiKeyMode | undefined
  const body = text.slice(0, -CHECKSUM_CHARS)
  return mode && text.endsWith(checksum(body)) ? mode : undefined
}

/** SHA-256 in hex. A plain hash is enough: a key is 154 random bits, there is nothing to guess. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < CHECKSUM_CHARS; i++) {
    text = BASE62[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

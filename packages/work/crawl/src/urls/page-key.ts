import { hash } from 'node:crypto'
import { type NormalizeOptions, normalizeUrl } from './normalize-url.ts'

const KEY_BYTES = 16

/**
 * 16 bytes that addresses of one page share (`crawl_page.key`): the start of the SHA-256 of the normalized address, so that nobody
 * can make an address that takes another's place. Undefined for what is no web address.
 */
export function pageKey(url: string, options?: NormalizeOptions): Buffer | undefined {
  const normalized = normalizeUrl(url, options)
  return normalized === undefined ? undefined : keyOf(normalized)
}

/** The same of an address that is normalized already. */
export function keyOf(normalized: string): Buffer {
  return hash('sha256', normalized, 'buffer').subarray(0, KEY_BYTES)
}

import { hash } from 'node:crypto'
import { parametersOf } from './url-pattern.ts'

/** What an address is put together of, as 32-bit hashes: the values of its parameters, and the words of its path below the first one. */
export function partsOf(address: string): ReadonlySet<number> {
  const { pathname, search } = new URL(address)
  const parameters = parametersOf(search)
  const segments = pathname.split('/').filter(Boolean)
  const place = parameters.length > 0 ? pathname : segments[0]
  const words = parameters.length > 0 ? [] : segments.slice(1).flatMap((segment) => segment.split(LISTED))
  const values = parameters.flatMap(([name, value]) => value.split(LISTED).map((part) => `${name}=${part}`))
  // A number is a place in an order, and no choice: a day of one month is not that of another.
  const parts = [...words.filter((word) => !/^\d*$/.test(word)), ...values]
  return new Set(parts.map((part) => hashOf(`${place} ${part}`)))
}

/** What stands between the values of one parameter, or segment, that lists some: `/tag/red+large`. */
const LISTED = /[+,;|]|%2C|%20/i

/** The first 32 bits of a text's SHA-256. */
export function hashOf(text: string): number {
  return hash('sha256', text, 'buffer').readUInt32LE()
}

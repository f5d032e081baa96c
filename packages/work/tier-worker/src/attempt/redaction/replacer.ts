import { mapJson } from './map-json.ts'
import { outsideTexts } from './outside-texts.ts'
import { createSearch } from './search.ts'

export const HIDDEN = '***'

export interface Replacer {
  /** The same bytes, or others where something was found. Of JSON they stay JSON: a number that is hidden becomes a text. */
  bytes(bytes: Uint8Array, options?: { isJson?: boolean }): Uint8Array
  text(text: string): string
  /** A value of JSON: in its strings, and in its names and numbers. */
  json(value: unknown): unknown
  /** The same, where names and numbers are of our own making. */
  texts(value: unknown): unknown
  /** Whether anything was found so far. */
  replaced(): boolean
}

/** Replaces whatever it finds of the secrets by `***`. */
export function replacerOf(secrets: readonly string[]): Replacer {
  const search = createSearch(secrets.map((secret) => Buffer.from(secret)))
  let count = 0

  function bytes(given: Uint8Array, { isJson = false } = {}): Uint8Array {
    const places = search?.(given) ?? []
    if (places.length === 0) return given
    count++
    return masked(given, places, isJson ? outsideTexts(given, places) : new Set())
  }

  function text(given: string): string {
    if (!search) return given
    const before = Buffer.from(given)
    const after = bytes(before)
    return after === before ? given : Buffer.from(after).toString()
  }

  const number = (value: number) => (text(String(value)) === String(value) ? value : HIDDEN)

  return {
    bytes,
    text,
    json: (value) => (search ? mapJson(value, { text, number, name: text }) : value),
    texts: (value) => (search ? mapJson(value, { text, number: same, name: same }) : value),
    replaced: () => count > 0,
  }
}

const same = <T>(value: T) => value

/** A copy with the mask in the places, which are begins and ends by turns. */
function masked(bytes: Uint8Array, places: readonly number[], quoted: ReadonlySet<number>): Uint8Array {
  const kept = places.reduce((sum, place, at) => (at % 2 === 0 ? sum + place : sum - place), bytes.length)
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const copy = Buffer.allocUnsafe(kept + (places.length / 2) * HIDDEN.length + 2 * quoted.size)
  let [from, to] = [0, 0]
  for (let at = 0; at < places.length; at += 2) {
    to += given.copy(copy, to, from, places[at])
    to += copy.write(quoted.has(at) ? `"${HIDDEN}"` : HIDDEN, to)
    from = places[at + 1]!
  }
  given.copy(copy, to, from)
  return copy
}

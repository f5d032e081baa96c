import { createSearch } from './search.ts'

export const HIDDEN = '***'

export interface Replacer {
  /** The same bytes, or others where something was found. */
  bytes(bytes: Uint8Array): Uint8Array
  text(text: string): string
  /** A value of JSON: in its strings and its names. */
  json(value: unknown): unknown
  /** Whether anything was found so far. */
  replaced(): boolean
}

/** Replaces whatever it finds of the secrets by `***`. */
export function replacerOf(secrets: readonly string[]): Replacer {
  const search = createSearch(secrets.map((secret) => Buffer.from(secret)))
  let count = 0

  function bytes(given: Uint8Array): Uint8Array {
    const places = search?.(given) ?? []
    if (places.length === 0) return given
    count++
    return masked(given, places)
  }

  function text(given: string): string {
    if (!search) return given
    const before = Buffer.from(given)
    const after = bytes(before)
    return after === before ? given : Buffer.from(after).toString()
  }

  return { bytes, text, json: (value) => (search ? mapTexts(value, text) : value), replaced: () => count > 0 }
}

/** A copy with the mask in the places, which are begins and ends by turns. */
function masked(bytes: Uint8Array, places: readonly number[]): Uint8Array {
  const kept = places.reduce((sum, place, at) => (at % 2 === 0 ? sum + place : sum - place), bytes.length)
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const copy = Buffer.allocUnsafe(kept + (places.length / 2) * HIDDEN.length)
  let [from, to] = [0, 0]
  for (let at = 0; at < places.length; at += 2) {
    to += given.copy(copy, to, from, places[at])
    to += copy.write(HIDDEN, to)
    from = places[at + 1]!
  }
  given.copy(copy, to, from)
  return copy
}

/** A copy with every text mapped. Without recursion: what a target sends may be nested deeper than the stack goes. */
function mapTexts(value: unknown, map: (text: string) => string): unknown {
  const root: { value?: unknown } = {}
  const waiting: { value: unknown; put: (copy: unknown) => void }[] = []
  waiting.push({ value, put: (copy) => (root.value = copy) })
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, put } = next
    if (typeof value === 'string') put(map(value))
    else if (typeof value !== 'object' || value === null) put(value)
    else put(copyOf(value, map, (part, put) => void waiting.push({ value: part, put })))
  }
  return root.value
}

function copyOf(
  value: object,
  map: (text: string) => string,
  copyPart: (part: unknown, put: (copy: unknown) => void) => void,
): object {
  if (Array.isArray(value)) {
    const copy: unknown[] = new Array(value.length)
    for (const [at, part] of value.entries()) copyPart(part, (copied) => (copy[at] = copied))
    return copy
  }
  // Names are set at once, in their order; `__proto__` is a name like any other.
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => [map(name), part])
  const copy = Object.fromEntries(entries)
  for (const [name, part] of entries)
    copyPart(part, (copied) => Object.defineProperty(copy, name, { value: copied }))
  return copy
}

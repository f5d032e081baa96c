import type { SessionSecrets } from '@gleaner/sessions'
import { isOfNobody } from '../../session/headers-of-nobody.ts'
import { opaqueValues } from './opaque-values.ts'
import { isPublicWord } from './public-words.ts'
import { storageTexts } from './storage-texts.ts'

/** Shorter ones stand on every page by chance, and are guessed at once. In characters. */
const LEAST_CHARS = 4
/** Parts of a value that are looked at: more are no cookie's. */
const MAX_PARTS = 50
/** Where structured values are joined: lists, `user|expiry|token`, `user:password`. */
const JOINTS = /[\s"'{}[\]()<>,;|&:]+/
/** `name=` before a value, as in `a=1&b=2`, `realm="x"`; not the end of a base64. */
const NAMES = /(^|[\s;,&{])[\w.-]{1,40}=(?=[^=\s])/g

/**
 * All that a session's values hold, for whoever may only use it: each cookie, header and stored secret whole, as it is and decoded, and the
 * parts that it is joined of, those inside of base64 (`Basic`) among them; of what is stored besides, what pages do not show by chance. The session's own come before what the target has `given` besides.
 */
export function foreignValues(
  { cookies, headers, storage }: SessionSecrets,
  given: readonly string[],
): string[] {
  const own = Object.entries(headers)
  // Of those that say what asks, and not who, only the whole value is hidden.
  const wholes = own.filter(([name]) => isOfNobody(name)).map(([, value]) => value)
  const joined = own.filter(([name]) => !isOfNobody(name)).map(([, value]) => value)
  const stored = storageTexts(storage)
  const values = [...cookies.map(({ value }) => value), ...joined, ...stored.secret]
  const found = [
    ...values,
    ...wholes,
    ...values.flatMap(partsOf),
    ...stored.other.flatMap(opaqueValues),
    ...given,
    ...given.flatMap(partsOf),
  ]
  return [...new Set(found.map((text) => text.trim()))].filter(isHidden)
}

function isHidden(text: string): boolean {
  return text.length >= LEAST_CHARS && !isPublicWord(text)
}

function partsOf(value: string): string[] {
  const plain = [...new Set([value, percentDecoded(value)].flatMap((text) => [text, unquoted(text)]))]
  const inside = plain.flatMap((text) => text.split(/\s+/)).flatMap(base64Decoded)
  return [...plain, ...inside, ...[...plain, ...inside].flatMap(joinedOf)]
}

function joinedOf(text: string): string[] {
  return leavesOf(text) ?? text.replace(NAMES, '$1').split(JOINTS, MAX_PARTS)
}

/** The values of JSON; their names are no secrets. */
function leavesOf(text: string): string[] | undefined {
  if (!/^[[{]/.test(text)) return undefined
  try {
    const leaves: string[] = []
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') leaves.push(String(value))
      return value
    })
    return leaves.slice(0, MAX_PARTS)
  } catch {
    return undefined
  }
}

/** Text that was written as base64. A token of three such parts (JWT) is none: what it says, pages show rightly. */
function base64Decoded(text: string): string[] {
  if (!/^[A-Za-z0-9+/_-]{6,}={0,2}$/.test(text)) return []
  const decoded = Buffer.from(text, 'base64').toString()
  return /^[\x20-\x7e\xa0-\ufffc]+$/.test(decoded) ? [decoded] : []
}

function unquoted(value: string): string {
  return value.replace(/^"(.*)"$/, '$1')
}

function percentDecoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

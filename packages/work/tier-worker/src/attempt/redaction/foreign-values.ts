import type { SessionSecrets } from '@gleaner/sessions'
import { isPublicWord } from './public-words.ts'

/** Shorter ones stand on every page by chance, and are guessed at once. In characters. */
const LEAST_CHARS = 4
/** Parts of a value that are looked at: more are no cookie's. */
const MAX_PARTS = 50
/** Where structured values are joined: lists, `user|expiry|token`, `user:password`. */
const JOINTS = /[\s"'{}[\]()<>,;|&:]+/
/** `name=` before a value, as in `a=1&b=2`, `realm="x"`; not the end of a base64. */
const NAMES = /(^|[\s;,&{])[\w.-]{1,40}=(?=[^=\s])/g

/** Headers that say what asks, and not who: only the whole value is hidden. */
const OF_NOBODY: ReadonlySet<string> = new Set(['user-agent', 'accept', 'accept-language', 'referer', 'dnt'])

/**
 * All that a session's values hold, for whoever may only use it: each cookie and header whole, as it is and decoded, and the parts that it
 * is joined of, those inside of base64 (`Basic`) among them. The session's own come before what the target has `given` besides.
 */
export function foreignValues({ cookies, headers }: SessionSecrets, given: readonly string[]): string[] {
  const own = Object.entries(headers)
  const wholes = own.filter(([name]) => OF_NOBODY.has(name.toLowerCase())).map(([, value]) => value)
  const joined = own.filter(([name]) => !OF_NOBODY.has(name.toLowerCase())).map(([, value]) => value)
  const values = [...cookies.map(({ value }) => value), ...joined]
  const found = [...values, ...wholes, ...values.flatMap(partsOf), ...given, ...given.flatMap(partsOf)]
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

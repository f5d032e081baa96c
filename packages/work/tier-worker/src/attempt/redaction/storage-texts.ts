import type { OriginStorage } from '@gleaner/cookie-rules'

/** Texts of one value that are looked at: more are no login's. */
const MAX_TEXTS = 1_000
/** JSON in texts of JSON, as stores of state are written. */
const MAX_DEPTH = 3

/** What a name says of a value that shows who asks. */
const SECRET_NAME =
  /tok|secret|auth|jwt|passw|pwd|credential|session|sid$|^sid|csrf|xsrf|api.?key|bearer|refresh/i
/** A JSON Web Token (RFC 7519): its header begins with `{"`. */
const JWT = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/

/** The texts in a storage: those that are secrets by their names or their form, and the others, most of which pages show rightly. */
export function storageTexts(storage: readonly OriginStorage[]): { secret: string[]; other: string[] } {
  const found = { secret: new Set<string>(), other: new Set<string>() }
  for (const { local, session } of storage) {
    for (const [name, value] of [...local, ...session]) {
      for (const text of textsOf(name, value)) found[isSecret(text) ? 'secret' : 'other'].add(text.value)
    }
  }
  return { secret: [...found.secret], other: [...found.other] }
}

interface Named {
  /** All names on the way to it. */
  names: string
  value: string
}

function isSecret({ names, value }: Named): boolean {
  return SECRET_NAME.test(names) || JWT.test(value)
}

function textsOf(name: string, value: string): Named[] {
  const texts: Named[] = []
  collect({ names: name, value }, 0)
  return texts

  function collect(text: Named, depth: number): void {
    if (texts.length >= MAX_TEXTS) return
    const parsed = depth < MAX_DEPTH ? parseJson(text.value) : undefined
    if (parsed === undefined) texts.push(text)
    else walk(parsed, text.names, depth + 1)
  }

  function walk(at: unknown, names: string, depth: number): void {
    if (typeof at === 'string') collect({ names, value: at }, depth)
    else if (typeof at === 'number') collect({ names, value: String(at) }, MAX_DEPTH)
    else if (Array.isArray(at)) for (const each of at) walk(each, names, depth)
    else if (typeof at === 'object' && at !== null)
      for (const [key, each] of Object.entries(at)) walk(each, `${names}.${key}`, depth)
  }
}

/** An object, a list or a text that is written as JSON; undefined: it is none. */
function parseJson(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

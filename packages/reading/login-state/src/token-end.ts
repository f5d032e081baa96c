/** Layers of encoding that are taken off a value: percent signs, Base64, JSON, a token within. */
const MAX_LAYERS = 4
const MAX_VALUE = 16 * 1024

/** A JSON Web Token, wherever it stands in a value: `Bearer `, `s%3A`, JSON and the like may surround it. */
const JWT = /eyJ[\w-]{5,8000}\.(eyJ[\w-]{5,8000})/g
/** Ends in session objects that are kept in the cookie itself: koa-session, Supabase, Auth.js and others. */
const STATED =
  /"(?:exp|_expire|expires_at|expiresAt|expires)"\s?:\s?"?(\d{10,13}|\d{4}-\d\d-\d\dT[\d:.]{5,15}Z)/g
/** `name|end|token|hmac` (WordPress, wp_generate_auth_cookie). */
const WORDPRESS = /^[^|]{1,200}\|(\d{10})\|/
const WORDPRESS_NAME = /^wordpress_/

/** When the token in a value ends by its own word, in ms since 1970; the first of several. */
export function endStatedIn(name: string, value: string): number | undefined {
  let layer = value.slice(0, MAX_VALUE)
  for (let depth = 0; depth < MAX_LAYERS; depth++) {
    const decoded = decodePercent(layer)
    if (depth === 0 && WORDPRESS_NAME.test(name)) {
      const end = toTime(WORDPRESS.exec(decoded)?.[1])
      if (end !== undefined) return end
    }
    const ends = [...decoded.matchAll(JWT)].map(([, claims]) => endOfClaims(claims!))
    if (depth > 0 || decoded.startsWith('{'))
      ends.push(...[...decoded.matchAll(STATED)].map(([, end]) => toTime(end)))
    const known = ends.filter((end) => end !== undefined)
    if (known.length > 0) return Math.min(...known)
    const inner = innerOf(decoded)
    if (inner === undefined) return undefined
    layer = inner
  }
  return undefined
}

function endOfClaims(claims: string): number | undefined {
  const [, exp] = /"exp"\s?:\s?(\d{9,13})/.exec(Buffer.from(claims, 'base64url').toString('utf8')) ?? []
  return toTime(exp)
}

/** Base64 of text, behind a prefix that names it (`base64-`, `j:`, `s:`) or alone. */
function innerOf(value: string): string | undefined {
  const [, base64] =
    /^(?:base64[-:,]|[a-z]:|Bearer\s|Basic\s)?"?([A-Za-z0-9+/_-]{16,}={0,2})/.exec(value) ?? []
  if (base64 === undefined) return undefined
  const text = Buffer.from(base64, 'base64').toString('utf8')
  return /^[\x20-\x7e\t\n\r]{8}/.test(text) ? text : undefined
}

function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Seconds or milliseconds since 1970, or ISO 8601; undefined for what is no time of this century. */
function toTime(written: string | undefined): number | undefined {
  if (written === undefined) return undefined
  const number = written.includes('-') ? Date.parse(written) : Number(written)
  const time = number < 100_000_000_000 ? 1_000 * number : number
  return time > Date.UTC(2001) && time < Date.UTC(2100) ? time : undefined
}

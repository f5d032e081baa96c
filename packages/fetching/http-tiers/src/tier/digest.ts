import { hash, randomBytes } from 'node:crypto'

/** What a server wants to be answered with a digest (RFC 7616, 3.3). */
export interface DigestChallenge {
  realm: string
  nonce: string
  opaque: string | undefined
  algorithm: string | undefined
  /** Absent with servers of RFC 2069. */
  qop: 'auth' | undefined
}

/** The hashes, the strongest first. */
const ALGORITHMS: Readonly<Record<string, string>> = { 'SHA-256': 'sha256', MD5: 'md5' }

/** The challenge of a `WWW-Authenticate` that can be answered, the one of the strongest hash; undefined where none is a digest, or a plain login would do. */
export function readDigestChallenge(header: string): DigestChallenge | undefined {
  if (/(?:^|,)\s*Basic\b/i.test(header.slice(0, MOST_CHARS))) return undefined
  const challenges = header
    .slice(0, MOST_CHARS)
    .split(/(?:^|,)\s*(?=Digest\s)/i)
    .flatMap((part) => (/^Digest\s/i.test(part) ? (readOne(part) ?? []) : []))
  const strength = ({ algorithm }: DigestChallenge) => Object.keys(ALGORITHMS).indexOf(nameOf(algorithm))
  return challenges.toSorted((a, b) => strength(a) - strength(b))[0]
}

const MOST_CHARS = 4_000

function readOne(challenge: string): DigestChallenge | undefined {
  const fields = new Map<string, string>()
  for (const [, name = '', quoted, plain = ''] of challenge.matchAll(FIELD))
    fields.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain)
  const [realm, nonce, qop, algorithm] = ['realm', 'nonce', 'qop', 'algorithm'].map((name) =>
    fields.get(name),
  )
  const isKnown = nameOf(algorithm) in ALGORITHMS && (qop === undefined || /\bauth\b(?!-int)/i.test(qop))
  if (realm === undefined || nonce === undefined || !isKnown) return undefined
  return {
    realm,
    nonce,
    opaque: fields.get('opaque'),
    algorithm,
    qop: qop === undefined ? undefined : 'auth',
  }
}

const FIELD = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g

function nameOf(algorithm = 'MD5'): string {
  return algorithm.toUpperCase().replace(/-SESS$/, '')
}

/** A request that is to be answered for, with its login as `Basic` sends it. */
export interface DigestRequest {
  method: string
  /** Path and query. */
  uri: string
  user: string
  password: string
  /** How often the nonce was used, this time included. */
  count: number
}

/** The value of `Authorization` that answers a challenge. */
export function digestAuthorization(
  { realm, nonce, opaque, algorithm, qop }: DigestChallenge,
  { method, uri, user, password, count }: DigestRequest,
  cnonce = randomBytes(16).toString('base64url'),
): string {
  const h = (text: string) => hash(ALGORITHMS[nameOf(algorithm)]!, text)
  const nc = count.toString(16).padStart(8, '0')
  const secret = h(`${user}:${realm}:${password}`)
  const a1 = /-sess$/i.test(algorithm ?? '') ? h(`${secret}:${nonce}:${cnonce}`) : secret
  const between = qop ? `${nc}:${cnonce}:${qop}` : undefined
  const response = h(
    [a1, nonce, between, h(`${method}:${uri}`)].filter((part) => part !== undefined).join(':'),
  )
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
  const fields = [
    `username=${quoted(user)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    ...(algorithm ? [`algorithm=${algorithm}`] : []),
    `response="${response}"`,
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(qop ? [`qop=${qop}`, `nc=${nc}`, `cnonce="${cnonce}"`] : []),
  ]
  return `Digest ${fields.join(', ')}`
}

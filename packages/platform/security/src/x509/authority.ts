import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { isIP } from 'node:net'
import { bits, der, integer, isTrue, objectId, octets, sequence, set, utcTime, utf8 } from './der.ts'

/** A private key and the certificate of its public one, as PEM. */
export interface Identity {
  key: string
  certificate: string
}

const DAY_MS = 86_400_000
/** Clocks of clients go wrong. */
const EARLIER_MS = 2 * DAY_MS
/** An authority is trusted by hand, on many machines. */
const AUTHORITY_MS = 3_650 * DAY_MS
/** Clients refuse longer ones (398 days); a process makes new ones before. */
const HOST_MS = 90 * DAY_MS

const ECDSA_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'))
const COMMON_NAME = objectId('2.5.4.3')
const SERVER_AUTH = objectId('1.3.6.1.5.5.7.3.1')
const OF_AUTHORITY = [
  extension('2.5.29.19', sequence(isTrue, integer(Buffer.from([0]))), { critical: true }),
  // Signs certificates and lists of revoked ones.
  extension('2.5.29.15', der(0x03, Buffer.from([1, 0x06])), { critical: true }),
]

/** A new authority that signs certificates of hosts and of no other authority (RFC 5280). `name` is what machines show that trust it. */
export function makeAuthority(name: string, now = Date.now()): Identity {
  const { privateKey, publicKey } = newKey()
  const certificate = signed({
    issuer: name,
    subject: name,
    publicKey,
    signer: privateKey,
    from: now - EARLIER_MS,
    until: now + AUTHORITY_MS,
    extensions: [...OF_AUTHORITY, subjectKey(publicKey)],
  })
  return { key: pemOf(privateKey), certificate }
}

export interface HostIdentity extends Identity {
  /** In ms: from then on it is to be replaced. */
  renewAt: number
}

/** What makes certificates of hosts. All of one process share a key. */
export function createIssuer(
  certificate: string,
  signer: KeyObject,
): (host: string, now?: number) => HostIdentity {
  const { publicKey: authorityKey, subject } = new X509Certificate(certificate)
  const issuer = /CN=(.*)/.exec(subject)?.[1] ?? ''
  const { privateKey, publicKey } = newKey()
  const key = pemOf(privateKey)
  const common = [
    extension('2.5.29.15', der(0x03, Buffer.from([7, 0x80])), { critical: true }),
    extension('2.5.29.37', sequence(SERVER_AUTH)),
    subjectKey(publicKey),
    extension('2.5.29.35', sequence(der(0x80, keyId(authorityKey)))),
  ]
  return (host, now = Date.now()) => ({
    key,
    certificate: signed({
      issuer,
      // The names are those of the alternative ones; a common name is bounded.
      subject: host.slice(0, 64),
      publicKey,
      signer,
      from: now - EARLIER_MS,
      until: now + HOST_MS,
      extensions: [extension('2.5.29.17', sequence(alternativeName(host))), ...common],
    }),
    renewAt: now + HOST_MS / 2,
  })
}

interface Content {
  issuer: string
  subject: string
  publicKey: KeyObject
  signer: KeyObject
  from: number
  until: number
  extensions: readonly Buffer[]
}

function signed({ issuer, subject, publicKey, signer, from, until, extensions }: Content): string {
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))), // version 3
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ECDSA_SHA256,
    nameOf(issuer),
    sequence(utcTime(new Date(from)), utcTime(new Date(until))),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const text = sequence(body, ECDSA_SHA256, bits(sign('sha256', body, signer))).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${text.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`
}

function newKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function nameOf(text: string): Buffer {
  return sequence(set(sequence(COMMON_NAME, utf8(text))))
}

function extension(id: string, value: Buffer, { critical = false } = {}): Buffer {
  return sequence(objectId(id), ...(critical ? [isTrue] : []), octets(value))
}

function subjectKey(key: KeyObject): Buffer {
  return extension('2.5.29.14', octets(keyId(key)))
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
}

const [DNS_NAME, IP_ADDRESS] = [0x82, 0x87]

function alternativeName(host: string): Buffer {
  const family = isIP(host)
  if (family === 0) return der(DNS_NAME, Buffer.from(host))
  return der(IP_ADDRESS, family === 4 ? Buffer.from(host.split('.').map(Number)) : bytesOfIpv6(host))
}

function bytesOfIpv6(address: string): Buffer {
  // The URL parser writes the last two groups of `::ffff:1.2.3.4` as numbers too.
  const text = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = text.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0')
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex')
}

import { createHash } from 'node:crypto'

/** What a TLS client offers, without the values that Chrome makes up anew each time (GREASE, keys, order). */
export interface ClientHelloPrint {
  ciphers: number[]
  extensions: number[]
  groups: number[]
  keyShares: number[]
  signatureAlgorithms: number[]
  certificateCompression: number[]
  pointFormats: number[]
  versions: number[]
  pskModes: number[]
  alpn: string[]
  /** Protocols whose settings go into the handshake (ALPS). */
  alps: string[]
  /** How many made-up values stand in each list. */
  grease: Record<
    'ciphers' | 'extensions' | 'groups' | 'keyShares' | 'signatureAlgorithms' | 'versions',
    number
  >
  /** Whether made-up extensions stand at both ends, as Chrome has them whatever it shuffles. */
  greaseAtEnds: boolean
}

/** Numbers that were offered, made-up ones counted instead. */
interface Offer {
  values: number[]
  made: number
}

/** Length of the whole ClientHello record once its header is there; it may come in several segments. */
export function helloLength(bytes: Buffer): number {
  return bytes.length < 5 ? Number.POSITIVE_INFINITY : 5 + bytes.readUInt16BE(3)
}

/** Reads a ClientHello record (RFC 8446, 4.1.2). Throws when it is none: a test wants to know. */
export function readClientHello(bytes: Buffer): ClientHelloPrint {
  if (bytes[0] !== 0x16 || bytes[5] !== 0x01) throw new Error('This is no ClientHello')
  let at = 5 + 4 + 2 + 32
  at += 1 + bytes.readUInt8(at)
  const cipherBytes = bytes.readUInt16BE(at)
  const cipherList = bytes.subarray(at + 2, at + 2 + cipherBytes)
  at += 2 + cipherBytes
  at += 1 + bytes.readUInt8(at)
  const end = at + 2 + bytes.readUInt16BE(at)
  const found = new Map<number, Buffer>()
  for (at += 2; at < end; at += 4 + bytes.readUInt16BE(at + 2)) {
    found.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + bytes.readUInt16BE(at + 2)))
  }
  const list = (type: number, skip: number) => (found.get(type) ?? Buffer.alloc(0)).subarray(skip)
  const types = [...found.keys()]
  const ciphers = offerOf(numbers(cipherList))
  const extensions = offerOf(types)
  const groups = offerOf(numbers(list(10, 2)))
  const keyShares = offerOf(readKeyShares(found.get(51) ?? Buffer.alloc(2)))
  const signatureAlgorithms = offerOf(numbers(list(13, 2)))
  const versions = offerOf(numbers(list(43, 1)))
  return {
    ciphers: ciphers.values,
    extensions: extensions.values.sort((a, b) => a - b),
    groups: groups.values,
    keyShares: keyShares.values,
    signatureAlgorithms: signatureAlgorithms.values,
    certificateCompression: numbers(list(27, 1)),
    pointFormats: [...list(11, 1)],
    versions: versions.values,
    pskModes: [...list(45, 1)],
    alpn: readNames(found.get(16) ?? Buffer.alloc(0)),
    alps: readNames(found.get(0x44cd) ?? Buffer.alloc(0)),
    grease: {
      ciphers: ciphers.made,
      extensions: extensions.made,
      groups: groups.made,
      keyShares: keyShares.made,
      signatureAlgorithms: signatureAlgorithms.made,
      versions: versions.made,
    },
    greaseAtEnds: isGrease(types[0] ?? 0) && isGrease(types.at(-1) ?? 0),
  }
}

function offerOf(offered: number[]): Offer {
  const values = offered.filter((value) => !isGrease(value))
  return { values, made: offered.length - values.length }
}

/** JA3 (Salesforce) with its extensions sorted, since Chrome shuffles them. */
export function ja3Sorted({ ciphers, extensions, groups, pointFormats }: ClientHelloPrint): string {
  return hash(
    'md5',
    [771, ...[ciphers, extensions, groups, pointFormats].map((list) => list.join('-'))].join(','),
  )
}

/** Values that Chrome invents so that servers stay tolerant (RFC 8701). */
function isGrease(value: number): boolean {
  return (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff)
}

/**
 * JA4: version, counts and hashes of the sorted ciphers and of the sorted extensions with the signature algorithms.
 * Source: FoxIO, "JA4: TLS client fingerprinting", technical details.
 */
export function ja4({ ciphers, extensions, signatureAlgorithms, alpn }: ClientHelloPrint): string {
  const hex = (value: number) => value.toString(16).padStart(4, '0')
  const count = (list: number[]) => String(Math.min(list.length, 99)).padStart(2, '0')
  const first = alpn[0] ?? ''
  const protocol = first === '' ? '00' : first[0]! + first.at(-1)!
  const named = extensions.includes(0) ? 'd' : 'i'
  const sortedCiphers = ciphers.map(hex).sort().join(',')
  // The server name and the protocols are told in the first part already.
  const sortedExtensions = extensions
    .filter((type) => type !== 0 && type !== 16)
    .map(hex)
    .sort()
    .join(',')
  const offered = `${sortedExtensions}_${signatureAlgorithms.map(hex).join(',')}`
  const start = `t13${named}${count(ciphers)}${count(extensions)}${protocol}`
  return `${start}_${hash('sha256', sortedCiphers).slice(0, 12)}_${hash('sha256', offered).slice(0, 12)}`
}

function readNames(bytes: Buffer): string[] {
  const names: string[] = []
  for (let at = 2; at < bytes.length; at += 1 + bytes[at]!)
    names.push(bytes.toString('latin1', at + 1, at + 1 + bytes[at]!))
  return names
}

function readKeyShares(bytes: Buffer): number[] {
  const groups: number[] = []
  for (let at = 2; at + 4 <= bytes.length; at += 4 + bytes.readUInt16BE(at + 2))
    groups.push(bytes.readUInt16BE(at))
  return groups
}

function numbers(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 2) }, (_, i) => bytes.readUInt16BE(i * 2))
}

function hash(algorithm: string, text: string): string {
  return createHash(algorithm).update(text).digest('hex')
}

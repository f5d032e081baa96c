/** What a TLS client offers before anything is encrypted: the basis of every TLS fingerprint. */
export interface ClientHello {
  ciphers: number[]
  extensions: number[]
  /**
   * Whether it offers encrypted client hello (RFC 9849): Chrome and Firefox always do, be it with a dummy;
   * OpenSSL, and so Node and curl, does not.
   */
  isLikeBrowser: boolean
}

const HANDSHAKE = 0x16
const CLIENT_HELLO = 0x01
const ENCRYPTED_CLIENT_HELLO = 0xfe0d

/** Reads the first record of a connection; undefined when it is no whole ClientHello. */
export function parseClientHello(bytes: Buffer): ClientHello | undefined {
  try {
    return bytes[0] === HANDSHAKE && bytes[5] === CLIENT_HELLO ? read(bytes) : undefined
  } catch {
    return undefined // cut short
  }
}

// RFC 8446, 4.1.2: record header 5, handshake header 4, version 2, random 32, then lists with their lengths.
function read(bytes: Buffer): ClientHello {
  let at = 5 + 4 + 2 + 32
  at += 1 + bytes.readUInt8(at) // session id
  const cipherBytes = bytes.readUInt16BE(at)
  const ciphers = Array.from({ length: cipherBytes / 2 }, (_, index) =>
    bytes.readUInt16BE(at + 2 + index * 2),
  )
  at += 2 + cipherBytes
  at += 1 + bytes.readUInt8(at) // compression methods
  const end = at + 2 + bytes.readUInt16BE(at)
  const extensions: number[] = []
  for (at += 2; at < end; at += 4 + bytes.readUInt16BE(at + 2)) extensions.push(bytes.readUInt16BE(at))
  return { ciphers, extensions, isLikeBrowser: extensions.includes(ENCRYPTED_CLIENT_HELLO) }
}

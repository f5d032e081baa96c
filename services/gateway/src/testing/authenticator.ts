import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A passkey of a made-up authenticator, as WebAuthn level 3 has it: an ES256 key that vouches for its user. */
export interface TestPasskey {
  id: string
  privateKey: KeyObject
  userHandle: string
  /** As its authenticator counts. */
  counter: number
}

interface Page {
  origin: string
  /** A flag is left out: user present is 1, user verified 4. */
  flags?: number
}

const ATTESTED = 0x40
const PRESENT_AND_VERIFIED = 5

/** Answers the options of a registration: the credential to send, and the passkey. */
export function makePasskey(
  // biome-ignore lint/suspicious/noExplicitAny: options of a reply
  options: any,
  { origin, flags = PRESENT_AND_VERIFIED }: Page,
): { credential: object; passkey: TestPasskey } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x!, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y!, 'base64url'),
  ])
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
  const authData = Buffer.concat([authenticatorData(options.rp.id, flags | ATTESTED, 0), attested])
  // {fmt: "none", attStmt: {}, authData: bytes}
  const attestation = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
    Buffer.from([authData.length >> 8, authData.length & 255]),
    authData,
  ])
  const response = {
    clientDataJSON: clientData('webauthn.create', options.challenge, origin),
    attestationObject: attestation.toString('base64url'),
    transports: ['internal'],
  }
  const passkey = { id: id.toString('base64url'), privateKey, userHandle: options.user.id, counter: 0 }
  return { credential: credentialOf(passkey.id, response), passkey }
}

/** Answers the options of a sign-in. */
export function usePasskey(
  passkey: TestPasskey,
  options: { challenge: string; rpId?: string },
  { origin, flags = PRESENT_AND_VERIFIED }: Page,
): object {
  passkey.counter += 1
  const data = authenticatorData(options.rpId!, flags, passkey.counter)
  const clientDataJSON = clientData('webauthn.get', options.challenge, origin)
  const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
  return credentialOf(passkey.id, {
    clientDataJSON,
    authenticatorData: data.toString('base64url'),
    signature: sign('sha256', signed, passkey.privateKey).toString('base64url'),
    userHandle: passkey.userHandle,
  })
}

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count])
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

function credentialOf(id: string, response: object): object {
  const rest = { authenticatorAttachment: 'platform', clientExtensionResults: {} }
  return { id, rawId: id, type: 'public-key', response, ...rest }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

import { KeyObject } from 'node:crypto'
import { isIP } from 'node:net'

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

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** Few processes make certificates. */
const load = () => import('./library.ts')

/** A new authority that signs certificates of hosts and of no other authority (RFC 5280). `name` is what machines show that trust it. */
export async function makeAuthority(name: string, now = Date.now()): Promise<Identity> {
  const x509 = await load()
  const keys = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: ECDSA,
    notBefore: new Date(now - EARLIER_MS),
    notAfter: new Date(now + AUTHORITY_MS),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { key: pemOf(keys.privateKey), certificate: certificate.toString('pem') }
}

export interface HostIdentity extends Identity {
  /** In ms: from then on it is to be replaced. */
  renewAt: number
}

/** What makes certificates of hosts. All of one process share a key. */
export async function createIssuer(
  certificate: string,
  signer: KeyObject,
): Promise<(host: string, now?: number) => Promise<HostIdentity>> {
  const x509 = await load()
  const authority = new x509.X509Certificate(certificate)
  const exported = signer.export({ type: 'pkcs8', format: 'der' })
  const signingKey = await crypto.subtle.importKey('pkcs8', exported, ECDSA, false, ['sign'])
  const keys = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify'])
  const key = pemOf(keys.privateKey)
  const common = [
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    await x509.AuthorityKeyIdentifierExtension.create(authority, false),
  ]
  return async (host, now = Date.now()) => {
    const made = await x509.X509CertificateGenerator.create({
      issuer: authority.subject,
      // The names are those of the alternative ones; a common name is bounded.
      subject: [{ CN: [host.slice(0, 64)] }],
      publicKey: keys.publicKey,
      signingKey,
      signingAlgorithm: ECDSA,
      notBefore: new Date(now - EARLIER_MS),
      notAfter: new Date(now + HOST_MS),
      extensions: [
        new x509.SubjectAlternativeNameExtension([{ type: isIP(host) === 0 ? 'dns' : 'ip', value: host }]),
        ...common,
      ],
    })
    return { key, certificate: made.toString('pem'), renewAt: now + HOST_MS / 2 }
  }
}

function pemOf(key: CryptoKey): string {
  return KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString()
}

import { KeyObject } from 'node:crypto'
import { DAY_MS } from '@gleaner/runtime/units'

export interface Certificate {
  key: string
  cert: string
}

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** A fresh key and a certificate signed by itself for `localhost`, the given names and 127.0.0.1, for one year. */
export async function selfSigned(names: readonly string[] = []): Promise<Certificate> {
  const x509 = await import('@gleaner/security/x509/library')
  const keys = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify'])
  const now = Date.now()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: ['Gleaner test site'] }],
    keys,
    signingAlgorithm: ECDSA,
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + 365 * DAY_MS),
    extensions: [
      new x509.SubjectAlternativeNameExtension([
        ...['localhost', ...names].map((value) => ({ type: 'dns' as const, value })),
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  })
  return {
    key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: certificate.toString('pem'),
  }
}

import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import jwt from 'jsonwebtoken'

export interface HostileProvider {
  issuer: string
  /** What the next ID token says instead, and with which key it is signed: `signWith: 'another'` is one that the provider does not publish. */
  lies: { claims: Record<string, unknown>; signWith: 'own' | 'another' | 'none'; silent?: boolean }
  /** The query that a browser comes back with. */
  answer(address: string): URLSearchParams
  close(): Promise<void>
}

/** A provider that answers as it is asked to: every token of it is well formed, and wrong in one place. */
export async function startHostileProvider(subject: string): Promise<HostileProvider> {
  const keys = { own: makeKey(), another: makeKey() }
  let nonce = ''
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, issuer)
    request.resume()
    if (self.lies.silent && pathname === '/token') return
    const body = DOCUMENTS[pathname]?.()
    response.writeHead(body ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const self: HostileProvider = {
    issuer,
    lies: { claims: {}, signWith: 'own' },
    answer(address) {
      const asked = new URL(address).searchParams
      nonce = asked.get('nonce')!
      return new URLSearchParams({ code: 'any', state: asked.get('state')! })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const DOCUMENTS: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/keys': () => ({
      keys: [{ ...keys.own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256' }],
    }),
    '/token': () => ({ access_token: 'any', token_type: 'bearer', id_token: idToken() }),
  }

  function idToken(): string {
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: issuer,
      sub: subject,
      aud: 'gleaner',
      iat: now,
      exp: now + 300,
      nonce,
      email: `${subject}@example.com`,
      email_verified: true,
      ...self.lies.claims,
    }
    const { signWith } = self.lies
    if (signWith === 'none') return jwt.sign(claims, '', { algorithm: 'none' })
    const options = { algorithm: 'RS256', keyid: 'own' } as const
    return jwt.sign(claims, keys[signWith].privateKey as never, options)
  }
  return self
}

function makeKey(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('rsa', { modulusLength: 2_048 })
}

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:tls'
import { expect, test } from '@jest/globals'
import { createIssuer, makeAuthority } from './authority.ts'

const authority = await makeAuthority('Gleaner proxy 1')
const issue = await createIssuer(authority.certificate, createPrivateKey(authority.key))

test.each([
  'shop.example.com',
  '192.0.2.7',
  '2001:db8::7',
  '::1',
  `${'a'.repeat(63)}.${'b'.repeat(63)}.example`,
])('a client that trusts the authority takes the certificate of %s, and of no other host', async (host) => {
  const { key, certificate } = await issue(host)
  const x509 = new X509Certificate(certificate)
  expect(x509.checkIssued(new X509Certificate(authority.certificate))).toBe(true)
  expect(x509.ca).toBe(false)
  const server = createServer({ key, cert: certificate }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const handshake = async (servername: string, ca?: string) => {
    const { port } = server.address() as AddressInfo
    const socket = connect({ port, host: '127.0.0.1', servername, ...(ca && { ca }) })
    try {
      await once(socket, 'secureConnect')
      return 'taken'
    } catch (error) {
      return (error as NodeJS.ErrnoException).code
    } finally {
      socket.destroy()
    }
  }
  const names = host.includes(':') || /^[\d.]+$/.test(host)
  if (names) expect(x509.checkIP(host)).toBe(host)
  else {
    expect(await handshake(host, authority.certificate)).toBe('taken')
    expect(await handshake('other.example', authority.certificate)).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
    expect(await handshake(host)).toMatch(/UNABLE_TO_VERIFY|SELF_SIGNED|UNABLE_TO_GET_ISSUER/)
  }
  server.close()
})

test('times are such that clients whose clocks are wrong by a day take it', async () => {
  const now = Date.parse('2026-05-05T00:00:00Z')
  const { certificate, renewAt } = await issue('a.example', now)
  const { validFromDate, validToDate } = new X509Certificate(certificate)
  expect(validFromDate.getTime()).toBeLessThan(now - 86_400_000)
  expect(validToDate.getTime()).toBeGreaterThan(renewAt)
  expect(validToDate.getTime() - validFromDate.getTime()).toBeLessThan(398 * 86_400_000)
})

import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { selfSigned } from '@gleaner/target-site/tls/self-signed'

/** A server of 127.0.0.1 over TLS, whose certificate this process trusts until it is closed. */
export async function serveTls(handle: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const certificate = await selfSigned()
  const trusted = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...trusted, certificate.cert])
  const server = createServer(certificate, handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      tls.setDefaultCACertificates(trusted)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

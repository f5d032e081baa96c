import { createSecureContext, type SecureContext } from 'node:tls'
import type { ProxyAuthority } from '@gleaner/proxies/authority'
import { createIssuer } from '@gleaner/security/x509/authority'

/** Those of a few hundred hosts; making one takes less than a millisecond. */
const MOST_HOSTS = 500

/** TLS as each host, with certificates that are made when they are first asked for; those used last are kept. */
export function createHostCertificates({
  certificate,
  privateKey,
}: ProxyAuthority): (host: string) => SecureContext {
  const issue = createIssuer(certificate, privateKey)
  const kept = new Map<string, { context: SecureContext; renewAt: number }>()
  return (host) => {
    const known = kept.get(host)
    kept.delete(host)
    const used = known && known.renewAt > Date.now() ? known : make(host)
    kept.set(host, used)
    const [oldest] = kept.keys()
    if (kept.size > MOST_HOSTS) kept.delete(oldest!)
    return used.context
  }

  function make(host: string) {
    const { key, certificate: own, renewAt } = issue(host)
    return { context: createSecureContext({ key, cert: own + certificate, minVersion: 'TLSv1.2' }), renewAt }
  }
}

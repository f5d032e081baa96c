import { createSecureContext, type SecureContext } from 'node:tls'
import type { ProxyAuthority } from '@gleaner/proxies/authority'
import { createIssuer } from '@gleaner/security/x509/authority'

/** Those of a few hundred hosts; making one takes some milliseconds. */
const MOST_HOSTS = 500

interface Made {
  context: SecureContext
  renewAt: number
}

/** TLS as each host, with certificates that are made when they are first asked for; those used last are kept. */
export async function createHostCertificates({
  certificate,
  privateKey,
}: ProxyAuthority): Promise<(host: string) => Promise<SecureContext>> {
  const issue = await createIssuer(certificate, privateKey)
  const kept = new Map<string, Promise<Made>>()

  async function make(host: string): Promise<Made> {
    const { key, certificate: own, renewAt } = await issue(host)
    return {
      context: createSecureContext({ key, cert: `${own}\n${certificate}`, minVersion: 'TLSv1.2' }),
      renewAt,
    }
  }

  /** Whoever asks for a host at the same time gets the same one. */
  function keep(host: string, making: Promise<Made>): Promise<Made> {
    // An attempt that failed is made again.
    making.catch(() => kept.delete(host))
    kept.delete(host)
    kept.set(host, making)
    const [oldest] = kept.keys()
    if (kept.size > MOST_HOSTS) kept.delete(oldest!)
    return making
  }

  return async (host) => {
    const known = await kept.get(host)
    const isGood = known !== undefined && known.renewAt > Date.now()
    return (await keep(host, isGood ? Promise.resolve(known) : make(host))).context
  }
}

import type { Egress } from '@gleaner/egress'
import type { Fetcher } from '../fetcher.ts'
import { browserHeaders } from '../identity/browser-headers.ts'
import { identityFor } from '../identity/identity.ts'
import { createHttpTierFetcher } from '../tier/http-tier-fetcher.ts'
import { createClientPool } from './client-pool.ts'
import { createWreqTransport } from './send-by-wreq.ts'

export interface StealthFetcherOptions {
  egress: Egress
  /** For an intranet with a certificate authority of its own; the ClientHello is then no longer quite Chrome's. */
  ignoreTlsErrors?: boolean | undefined
}

/** Tier 3: the TLS and HTTP/2 fingerprint of a current Chrome, and its headers. */
export function createStealthFetcher({ egress, ignoreTlsErrors = false }: StealthFetcherOptions): Fetcher {
  const clients = createClientPool(egress, { ignoreTlsErrors })
  return createHttpTierFetcher({
    tier: '3',
    egress,
    headersFor: (request, { url, method, body, redirected }) => {
      const { country, language, languages, userAgent, contentType } = request
      const identity = identityFor({ country, language, languages, userAgent, seed: request.url })
      return browserHeaders(identity, { url, method, contentType, hasBody: body !== undefined, redirected })
    },
    send: createWreqTransport(egress, clients),
    hidesLocations: true,
    saysNoBody: true,
    close: clients.close,
  })
}

import type { Egress } from '@gleaner/egress'
import type { Fetcher } from '../fetcher.ts'
import { browserHeaders } from '../identity/browser-headers.ts'
import { identityFor } from '../identity/identity.ts'
import { createHttpTierFetcher } from '../tier/http-tier-fetcher.ts'
import { createSessionPool } from './session-pool.ts'

export interface HttpFetcherOptions {
  egress: Egress
  /** For an intranet with a certificate authority of its own. */
  ignoreTlsErrors?: boolean | undefined
}

/** Tier 2: HTTP/2 where the target speaks it, with the headers of a browser in a browser's order. */
export function createHttpFetcher({ egress, ignoreTlsErrors = false }: HttpFetcherOptions): Fetcher {
  const sessions = createSessionPool()
  return createHttpTierFetcher({
    tier: '2',
    egress,
    headersFor: (request, { url, method, body, redirected }) => {
      const { country, language, languages, userAgent, contentType } = request
      const identity = identityFor({ country, language, languages, userAgent, seed: request.url })
      return browserHeaders(identity, { url, method, contentType, hasBody: body !== undefined, redirected })
    },
    send: async (request, reading) => {
      // The library takes 30 MB, so it is loaded with the first request.
      const { sendByGot } = await import('./send-by-got.ts')
      return sendByGot({ egress, sessions, ignoreTlsErrors }, request, reading)
    },
    close: async () => sessions.close(),
  })
}

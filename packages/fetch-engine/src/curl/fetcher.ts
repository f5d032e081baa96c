import type { Egress } from '@gleaner/egress'
import type { Dispatcher } from 'undici'
import type { Fetcher, FetchRequest } from '../fetcher.ts'
import { createHttpTierFetcher, type NextRequest } from '../http-tiers/http-tier-fetcher.ts'
import type { HttpRequest, ReadOptions } from '../http-tiers/transport.ts'
import { COUNTRIES, DEFAULT_PROFILE } from '../identity/countries.ts'
import { acceptLanguageOf, languagesOf } from '../identity/languages.ts'
import { ACCEPT_ENCODING } from '../read-body/decode-body.ts'
import { createProxyDispatchers } from './proxy-dispatchers.ts'
import { sendByDispatcher } from './send-by-dispatcher.ts'

export interface CurlFetcherOptions {
  egress: Egress
  /** What targets read about who is asking; operators put a contact address here. */
  userAgent?: string | undefined
}

/** Many sites refuse clients without `Mozilla` in the name; the product names itself all the same. */
const DEFAULT_USER_AGENT = 'Mozilla/5.0 (compatible; Gleaner/1.0)'

/** Tier 1: one plain request on a kept connection, at the lowest cost a fetch can have. */
export function createCurlFetcher({ egress, userAgent = DEFAULT_USER_AGENT }: CurlFetcherOptions): Fetcher {
  const direct: Dispatcher = egress.dispatcher()
  const proxied = createProxyDispatchers(egress)

  async function send(request: HttpRequest, reading: ReadOptions) {
    const dispatcher = request.proxy === undefined ? direct : proxied.dispatcherFor(request.proxy)
    return sendByDispatcher(dispatcher, request, reading)
  }

  return createHttpTierFetcher({
    tier: '1',
    egress,
    headersFor: (request, next) => plainHeaders(userAgent, request, next),
    send,
    close: async () => {
      await Promise.all([direct.destroy(), proxied.close()])
    },
  })
}

function plainHeaders(userAgent: string, request: FetchRequest, next: NextRequest): [string, string][] {
  const [countryLocale] = COUNTRIES[request.country ?? 'US'] ?? DEFAULT_PROFILE
  return [
    ['user-agent', userAgent],
    ['accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['accept-encoding', ACCEPT_ENCODING],
    ['accept-language', acceptLanguageOf(languagesOf(request.language, countryLocale))],
    ...(next.body !== undefined && request.contentType !== undefined
      ? [['content-type', request.contentType] satisfies [string, string]]
      : []),
  ]
}

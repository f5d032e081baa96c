import type { Egress } from '@gleaner/egress'
import type { Dispatcher } from 'undici'
import type { Fetcher, FetchRequest } from '../fetcher.ts'
import { createHttpTierFetcher, type NextRequest } from '../tier/http-tier-fetcher.ts'
import type { HttpRequest, ReadOptions } from '../tier/transport.ts'
import { DEFAULT_USER_AGENT, plainHeaders } from './plain-headers.ts'
import { createProxyDispatchers } from './proxy-dispatchers.ts'
import { sendByDispatcher } from './send-by-dispatcher.ts'

export interface CurlFetcherOptions {
  egress: Egress
  /** What targets read about who is asking; operators put a contact address here. */
  userAgent?: string | undefined
}

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
    headersFor: (request, next) => [...plainHeaders(userAgent, request), ...contentType(request, next)],
    send,
    saysNoBody: true,
    close: async () => {
      await Promise.all([direct.destroy(), proxied.close()])
    },
  })
}

function contentType(request: FetchRequest, { body }: NextRequest): [string, string][] {
  return body !== undefined && request.contentType !== undefined
    ? [['content-type', request.contentType]]
    : []
}

import type { FetchRequest } from '@gleaner/http-tiers'
import type { Protocol } from 'puppeteer-core'
import { carriesCredentials } from './request-changes.ts'

/** Which requests are paused: documents, and those that must be changed, refused or looked at. All others pass. */
export function requestPatterns(
  request: FetchRequest,
  blocked: readonly Protocol.Network.ResourceType[],
  renewedDomains: readonly string[],
): Protocol.Fetch.RequestPattern[] {
  if (request.site) return [{ urlPattern: '*', requestStage: 'Request' }]
  return [
    { resourceType: 'Document', requestStage: 'Request' },
    { resourceType: 'Document', requestStage: 'Response' },
    ...blocked.map((resourceType) => ({ resourceType, requestStage: 'Request' as const })),
    ...inClear(request).map((urlPattern) => ({ urlPattern, requestStage: 'Request' as const })),
    ...headersGoTo(request).map((urlPattern) => ({ urlPattern, requestStage: 'Request' as const })),
    ...renewedDomains.flatMap(urlsOf).flatMap((urlPattern) =>
      (['XHR', 'Fetch'] as const).map((resourceType) => ({
        urlPattern,
        resourceType,
        requestStage: 'Response' as const,
      })),
    ),
  ]
}

/** What must not be asked for at all. */
function inClear({ httpsOnly }: FetchRequest): string[] {
  return httpsOnly ? ['http://*', 'ws://*'] : []
}

function headersGoTo(request: FetchRequest): string[] {
  const { url, headersDomain } = request
  if (!carriesCredentials(request)) return []
  return [`*://${new URL(url).host}/*`, ...(headersDomain === undefined ? [] : urlsOf(headersDomain))]
}

/** All addresses of a domain and its subdomains; some others match as well. */
function urlsOf(domain: string): string[] {
  return [`*://${domain}*`, `*://*.${domain}*`]
}

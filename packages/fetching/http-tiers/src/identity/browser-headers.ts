import type { Method } from '@gleaner/contracts'
import { ACCEPT_ENCODING } from '../read-body/decode-body.ts'
import type { Identity } from './identity.ts'

export interface BrowserRequest {
  url: URL
  method: Method
  contentType: string | undefined
  hasBody: boolean
  /** A redirect led here. */
  redirected: boolean
}

type Header = [name: string, value: string]

/**
 * The headers of a Chrome that opens an address (or, with a method or body that no navigation has, of a script of the
 * page itself), in Chrome's order. Source: recorded from Chromium 156 over HTTP/2; the fingerprint test compares.
 */
export function browserHeaders(identity: Identity, request: BrowserRequest): Header[] {
  return isNavigation(request) ? navigationHeaders(identity, request) : scriptHeaders(identity, request)
}

/** Chrome's Accept header; since 156 it shows JPEG XL too. */
function navigationAccept({ chromeVersion }: Identity): string {
  const jxl = chromeVersion >= 156 ? 'image/jxl,' : ''
  return `text/html,application/xhtml+xml,application/xml;q=0.9,${jxl}image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7`
}

function isNavigation({ method, contentType }: BrowserRequest): boolean {
  return method === 'GET' || (method === 'POST' && contentType === 'application/x-www-form-urlencoded')
}

function navigationHeaders(identity: Identity, request: BrowserRequest): Header[] {
  const hints = hintHeaders(identity, request)
  const isForm = request.method !== 'GET'
  return [
    ...(isForm ? [['cache-control', 'max-age=0'] satisfies Header] : []),
    // After a redirect Chrome adds the hints again, behind the rest.
    ...(request.redirected ? [] : hints),
    ...(isForm ? [['origin', request.url.origin] satisfies Header] : []),
    ...contentType(request),
    ['upgrade-insecure-requests', '1'],
    ['user-agent', identity.userAgent],
    ['accept', navigationAccept(identity)],
    ...fetchMetadata(request, isForm ? 'same-origin' : 'none', 'navigate', 'document'),
    ...(request.redirected ? hints : []),
    ['accept-encoding', acceptEncoding(request)],
    ['accept-language', identity.acceptLanguage],
    ...priority(request, 'u=0, i'),
  ]
}

function scriptHeaders(identity: Identity, request: BrowserRequest): Header[] {
  const [brands, mobile, platform] = hintHeaders(identity, request)
  return [
    ...(platform ? [platform] : []),
    ['user-agent', identity.userAgent],
    ...(brands ? [brands] : []),
    ...contentType(request),
    ...(mobile ? [mobile] : []),
    ['accept', '*/*'],
    ['origin', request.url.origin],
    ...fetchMetadata(request, 'same-origin', 'cors', 'empty'),
    ['accept-encoding', acceptEncoding(request)],
    ['accept-language', identity.acceptLanguage],
    ...priority(request, 'u=1, i'),
  ]
}

/** Hints, like the metadata, the priority, `br` and `zstd`, are for secure origins only. */
function hintHeaders({ clientHints }: Identity, { url }: BrowserRequest): Header[] {
  if (url.protocol !== 'https:' || !clientHints) return []
  return [
    ['sec-ch-ua', clientHints.secChUa],
    ['sec-ch-ua-mobile', clientHints.secChUaMobile],
    ['sec-ch-ua-platform', clientHints.secChUaPlatform],
  ]
}

function fetchMetadata({ url }: BrowserRequest, site: string, mode: string, destination: string): Header[] {
  if (url.protocol !== 'https:') return []
  const user: Header[] = mode === 'navigate' ? [['sec-fetch-user', '?1']] : []
  return [['sec-fetch-site', site], ['sec-fetch-mode', mode], ...user, ['sec-fetch-dest', destination]]
}

function acceptEncoding({ url }: BrowserRequest): string {
  return url.protocol === 'https:' ? ACCEPT_ENCODING : 'gzip, deflate'
}

function priority({ url }: BrowserRequest, value: string): Header[] {
  return url.protocol === 'https:' ? [['priority', value]] : []
}

function contentType({ contentType: type, hasBody }: BrowserRequest): Header[] {
  return hasBody && type !== undefined ? [['content-type', type]] : []
}

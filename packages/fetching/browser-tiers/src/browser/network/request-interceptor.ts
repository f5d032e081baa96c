import { splitUrlCredentials } from '@gleaner/contracts/url-credentials'
import { EGRESS_ERROR_HEADER } from '@gleaner/egress'
import type { FetchRequest, InternalSite, Redirect } from '@gleaner/http-tiers'
import {
  goesInClear,
  hasDecodedLength,
  isCut,
  isRedirect,
  isUnfinishedJson,
  locationOf,
} from '@gleaner/http-tiers'
import { isRendered } from '@gleaner/verdict'
import type { CDPSession, Protocol } from 'puppeteer-core'
import type { Progress } from '../progress.ts'
import { readBody } from '../protocol/read-stream.ts'
import { createFrameDocuments } from './frame-documents.ts'
import { framesAround } from './frames-around.ts'
import { looksLikeHtml } from './looks-like-html.ts'
import { withStoredCookies } from './own-cookie-header.ts'
import { createRenewedCookies } from './renewed-cookies.ts'
import { carriesCredentials, changesFor } from './request-changes.ts'
import type { DocumentRequests, SentRequest } from './request-headers.ts'
import { requestPatterns } from './request-patterns.ts'
import { readResponseHeaders } from './response-headers.ts'

/** The main frame's response after the last navigation. */
export interface MainResponse {
  url: string
  status: number
  headers: Record<string, string>
  /** The body's bytes, when it is nothing that a browser renders. */
  raw?: Uint8Array | undefined
  /** The request that it is to, where these are watched. */
  request?: SentRequest | undefined
  /** `raw` went beyond the limit. */
  tooLarge?: boolean | undefined
  /** The egress proxy gave this response: why it sent nothing to the target. */
  refusedBecause?: string | undefined
  /** Its body broke off in transfer. */
  isCut?: boolean | undefined
}

/** Watches and steers the requests of one page. */
export interface RequestInterceptor {
  hasResponse(): boolean
  /** The main frame's last response; there must be one. */
  response(): MainResponse
  /** Addresses of the main frame that were left by a redirect or a script, in order. */
  visited(): readonly Redirect[]
  /** Reports that the document being loaded is larger than allowed. */
  tooLarge(): void
  /** Reports that the document being loaded broke off in transfer. */
  cutOff(): void
  /** The main frame's last navigation got no response, after an earlier one had. */
  isLost(): boolean
  /** Settles when the main frame's response is one that is not rendered, and its bytes are read. */
  rawResponse: Promise<MainResponse>
}

export interface InterceptOptions {
  mainFrameId: string
  request: FetchRequest
  /** Kinds of sub-resources that are not loaded. */
  blocked: readonly Protocol.Network.ResourceType[]
  /** Updated when the first request goes out. */
  progress: Progress
  /** Told of the requests for documents of the main frame. */
  documentRequests?: DocumentRequests | undefined
}

/** Statuses whose responses have no body (RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])
const NO_BODY = { bytes: new Uint8Array(0), tooLarge: false }

/** Errors of a navigation that got no response, other than by the page's own choice. */
const LOST: ReadonlySet<Protocol.Network.ErrorReason | undefined> = new Set([
  'Failed',
  'TimedOut',
  'AccessDenied',
  'ConnectionClosed',
  'ConnectionReset',
  'ConnectionRefused',
  'ConnectionAborted',
  'ConnectionFailed',
  'NameNotResolved',
  'InternetDisconnected',
  'AddressUnreachable',
])

const NAVIGABLE = /^(https?|about|data|blob):/i

/**
 * Pauses only the requests for documents, and those that must be changed or refused: all others pass without a round
 * trip. Method, body and content type go out with the first request, and the caller's headers with requests to the
 * target's origin.
 */
export async function interceptRequests(
  session: CDPSession,
  options: InterceptOptions,
): Promise<RequestInterceptor> {
  const { request, mainFrameId } = options
  const { promise: rawResponse, resolve: resolveRaw } = Promise.withResolvers<MainResponse>()
  const visited: Redirect[] = []
  const documents = createFrameDocuments()
  const renewed = createRenewedCookies(session, request)
  let response: MainResponse | undefined
  let lost = false

  session.on('Fetch.requestPaused', (event) => {
    const step = isResponse(event) ? onResponse(event) : onRequest(event)
    // What cannot go on must not hang; a page that goes away takes its paused requests along.
    step.catch(() => refuse(event.requestId, 'Failed')).catch(() => undefined)
  })
  session.on('Fetch.authRequired', ({ requestId }) => {
    const authChallengeResponse = { response: 'CancelAuth' as const }
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined)
  })

  async function onRequest(event: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId, resourceType } = event
    if (options.blocked.includes(resourceType)) return refuse(requestId, 'BlockedByClient')
    if (resourceType === 'Document' && !NAVIGABLE.test(event.request.url))
      return refuse(requestId, 'AccessDenied')
    const isDocument = resourceType === 'Document'
    const isOfMain = isDocument && event.frameId === mainFrameId
    const isFirst = isOfMain && !options.progress.sent
    if (isFirst) options.progress.sent = true
    else if (isOfMain) leadTo(event.request.url)
    if (request.httpsOnly && goesInClear(event.request.url)) return refuse(requestId, 'AccessDenied')
    if (request.site) {
      if (isOfMain) options.documentRequests?.begin(event, {})
      return answerFrom(request.site, event)
    }
    const frames = await askingFrames(event)
    const isOf = (test: (document: URL) => boolean) => frames.every((frame) => documents.every(frame, test))
    const own = changesFor(event.request, request, { isFirst, isOf })
    const changes = await withStoredCookies(session, event.request.url, request, own)
    if (isOfMain) options.documentRequests?.begin(event, changes)
    await session.send('Fetch.continueRequest', { requestId, ...changes })
  }

  /** Those whose documents may have asked: of a frame's document the ones around it, of the page's none. */
  async function askingFrames(event: Protocol.Fetch.RequestPausedEvent): Promise<string[]> {
    const { frameId, resourceType } = event
    if (resourceType !== 'Document') return [frameId]
    if (frameId === mainFrameId || !carriesCredentials(request)) return []
    // Without knowing, it is nobody's.
    return (await framesAround(session, frameId).catch(() => undefined)) ?? ['']
  }

  /** What continues instead would reach the network. */
  async function answerFrom(site: InternalSite, event: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId, frameId, resourceType } = event
    const { url } = splitUrlCredentials(event.request.url + (event.request.urlFragment ?? ''))
    const isDocument = resourceType === 'Document'
    const found = site(url, isDocument)
    if (!found) return refuse(requestId, 'InternetDisconnected')
    const { status, headers, body } = found
    if (isDocument) documents.show(frameId, url)
    if (isDocument && frameId === mainFrameId) {
      const main = show({ url, status, headers, request: options.documentRequests?.of(event) })
      if (!isRendered(headers)) {
        resolveRaw(Object.assign(main, { raw: body }))
        return refuse(requestId, 'Aborted')
      }
    }
    await fulfill(requestId, status, headers, body)
  }

  function show(shown: MainResponse): MainResponse {
    if (response && response.url !== shown.url) visited.push({ url: response.url, status: response.status })
    response = shown
    return shown
  }

  async function onResponse(event: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId, responseStatusCode: status } = event
    const { headers, locations } = readResponseHeaders(event.responseHeaders ?? [])
    await renewed.onResponse(event.request.url)
    if (event.resourceType !== 'Document') return pass(requestId)
    if (event.frameId === mainFrameId && LOST.has(event.responseErrorReason)) lost = true
    const { url } = splitUrlCredentials(event.request.url + (event.request.urlFragment ?? ''))
    const redirects = isRedirect(status ?? 0, locations)
    if (!redirects) documents.show(event.frameId, url)
    if (event.frameId !== mainFrameId || status === undefined) return pass(requestId)
    if (redirects) {
      visited.push({ url, status })
      leadTo(locationOf(locations, new URL(url))?.href ?? headers.location!)
      return pass(requestId)
    }
    const sent = options.documentRequests?.of(event)
    const main = show({ url, status, headers, request: sent, refusedBecause: headers[EGRESS_ERROR_HEADER] })
    const type = headers['content-type']
    const isDocument = type !== undefined && isRendered(headers) && headers['content-length'] !== '0'
    if (isDocument && !BODILESS.has(status)) return pass(requestId)
    await keepRaw(requestId, main)
  }

  async function keepRaw(requestId: string, main: MainResponse): Promise<void> {
    // Chromium would wait for the body of a 304 for ever.
    const isBodiless = BODILESS.has(main.status)
    const { bytes, tooLarge } = isBodiless ? NO_BODY : await readBody(session, requestId, request.maxBytes)
    // The stream of a body that breaks off ends like any other.
    if (!isBodiless && !tooLarge)
      main.isCut = hasDecodedLength(main) ? isCut(main, bytes.length) : isUnfinishedJson(main.headers, bytes)
    if (main.headers['content-type'] === undefined && !tooLarge && looksLikeHtml(bytes)) {
      return fulfill(requestId, main.status, { 'content-type': 'text/html' }, bytes)
    }
    main.raw = bytes
    main.tooLarge = tooLarge
    resolveRaw(main)
    await refuse(requestId, 'Aborted')
  }

  async function fulfill(
    requestId: string,
    responseCode: number,
    headers: Record<string, string>,
    bytes: Uint8Array,
  ): Promise<void> {
    const responseHeaders = Object.entries(headers).map(([name, value]) => ({ name, value }))
    const body = Buffer.from(bytes).toString('base64')
    await session.send('Fetch.fulfillRequest', { requestId, responseCode, responseHeaders, body })
  }

  function leadTo(url: string): void {
    options.progress.leadTo = url
    lost = false
  }

  function cutOff(): void {
    if (response) response.isCut = true
  }

  function tooLarge(): void {
    if (response === undefined || response.raw) return
    Object.assign(response, { raw: new Uint8Array(0), tooLarge: true })
    resolveRaw(response)
  }

  const pass = async (requestId: string) => void (await session.send('Fetch.continueRequest', { requestId }))
  const refuse = async (requestId: string, errorReason: Protocol.Network.ErrorReason) =>
    void (await session.send('Fetch.failRequest', { requestId, errorReason }))

  await session.send('Fetch.enable', {
    patterns: requestPatterns(request, options.blocked, renewed.domains),
    handleAuthRequests: true,
  })
  return {
    hasResponse: () => response !== undefined,
    response: () => response!,
    visited: () => visited,
    tooLarge,
    cutOff,
    isLost: () => lost,
    rawResponse,
  }
}

function isResponse(event: Protocol.Fetch.RequestPausedEvent): boolean {
  return event.responseStatusCode !== undefined || event.responseErrorReason !== undefined
}

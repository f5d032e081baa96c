import type { Method, Tier } from '@gleaner/contracts'
import { AddressNotAllowed, type Egress } from '@gleaner/egress'
import { classify, isUnwantedType } from '@gleaner/verdict'
import type { FetchedPage, Fetcher, FetchOutcome, FetchRequest, Redirect } from '../fetcher.ts'
import { hasLogin, mayShareConnections } from '../isolation.ts'
import { outcomeOf } from '../outcome-of.ts'
import { isWatchedByBrowsers } from '../read-body/cut-body.ts'
import { plainHttpRefusal } from '../redirects/https-only.ts'
import {
  isRedirect,
  isRedirectStatus,
  locationOf,
  MAX_REDIRECTS,
  methodAfter,
} from '../redirects/next-hop.ts'
import { ownHeaders } from '../redirects/own-headers.ts'
import { createSetValues } from '../set-values.ts'
import { shownHeaders } from '../shown-headers.ts'
import { createCookieJar } from './cookie-jar.ts'
import { createOriginCredentials } from './origin-credentials.ts'
import { sentHeaders } from './sent-headers.ts'
import {
  type HttpFailure,
  type HttpRequest,
  type HttpResponse,
  type ResponseHead,
  TIMED_OUT,
  type Transport,
  WAITED_FOR_MEMORY,
} from './transport.ts'

/** What sets one tier without a browser apart from the others. */
export interface HttpTier {
  tier: Tier
  egress: Egress
  /** The headers of one request without cookies and the caller's own, in the order they are sent. */
  headersFor(request: FetchRequest, next: NextRequest): [name: string, value: string][]
  send: Transport
  /** Its client library drops a Location with raw bytes, so that the redirect seems to have none. */
  hidesLocations?: boolean | undefined
  /** Its client library writes `Content-Length: 0` where a body is missing. */
  saysNoBody?: boolean | undefined
  close(): Promise<void>
}

export interface NextRequest {
  url: URL
  method: Method
  body: string | undefined
  /** A redirect led here. */
  redirected: boolean
  /** The page that moved on by itself (a meta refresh), if one did. */
  from?: URL | undefined
}

/** What tiers 1 to 3 have in common: redirects followed under the egress policy, cookies kept, one verdict at the end. */
export function createHttpTierFetcher(httpTier: HttpTier): Fetcher {
  const { tier, egress, headersFor, send, hidesLocations = false, saysNoBody, close } = httpTier
  return { tier, fetch, requestHeaders, close }

  async function fetch(request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome> {
    const asked = allowedUrl(egress, request, request.url)
    if (typeof asked === 'string') return failed('not_allowed', asked, false)
    const cookies = await createCookieJar(asked, request.cookies)
    const setValues = createSetValues()
    const credentials = createOriginCredentials(asked, request.authorization)
    const chain: Redirect[] = []
    const seen = new Set<string>()
    let next: NextRequest = { url: asked, method: request.method, body: request.body, redirected: false }

    for (;;) {
      if (signal.aborted) return failed('timeout', TIMED_OUT, chain.length > 0)
      const cookie = await cookies.headerFor(next.url, next.from)
      const login = credentials.headerFor(next.url, next.method)
      const visit = `${next.method} ${withoutHash(next.url)} ${login ?? ''} ${cookie ?? ''}`
      if (seen.has(visit)) return failed('network_error', 'The target redirects in a circle', true)
      if (seen.size > 0 && !(await keptGap(request, signal))) return failed('timeout', TIMED_OUT, true)
      seen.add(visit)

      const httpRequest: HttpRequest = {
        ...next,
        headers: headersOf(request, next, { login, cookie }),
        proxy: request.proxy,
        alone: login !== undefined || !mayShareConnections(request) || hasLogin(next.url.href),
      }
      const { memory } = request
      let answered: ResponseHead | undefined
      const limitFor = (head: ResponseHead) => {
        answered = head
        // The body of an earlier redirect is not needed any more.
        memory?.shrinkTo(0)
        return bodyLimit(head, request)
      }
      const response = await send(httpRequest, { limitFor, signal, memory })
      if (response.kind === 'failed') {
        const waited = response.reason === 'timeout' && memory?.isWaiting
        return failed(
          answered && isUnnoticed(response, answered) ? 'broken_body' : response.reason,
          waited ? WAITED_FOR_MEMORY : response.detail,
          response.mayHaveBeenSent || chain.length > 0,
          response.unreachable,
        )
      }
      await cookies.store(response.setCookies, next.url)
      if (request.keepsCookies) setValues.add(response.setCookies)

      const isRefused = response.status === 401
      if (isRefused && credentials.takeChallenge(next.url, response.headers['www-authenticate'])) continue

      const step = readResponse(response, next, request, { asked, hidesLocations })
      if (step.kind === 'failed') return failed('network_error', step.detail, true)
      if (step.kind === 'done')
        return step.outcome(chain, {
          ...(request.keepsCookies && { cookies: cookies.cookies(), setValues: setValues.values() }),
          ...(request.tellsRequestHeaders && {
            requestHeaders: shownHeaders(sentHeaders(httpRequest, { saysNoBody, ...response }), request),
          }),
        })
      const url = allowedUrl(egress, request, step.url)
      if (typeof url === 'string')
        return failed('not_allowed', `The target redirects to a refused address: ${url}`, true)
      chain.push({ url: next.url.href, status: response.status })
      if (chain.length > MAX_REDIRECTS) {
        return failed('network_error', `The target redirects more than ${MAX_REDIRECTS} times`, true)
      }
      next = {
        url: credentials.takeFromUrl(url),
        method: step.method,
        body: step.method === 'GET' ? undefined : next.body,
        redirected: true,
        from: step.from ?? next.from,
      }
    }
  }

  async function requestHeaders(request: FetchRequest): Promise<Record<string, string>> {
    const { method, body, cookies } = request
    const url = new URL(request.url)
    const login = createOriginCredentials(url, request.authorization).headerFor(url, method)
    const cookie = await (await createCookieJar(url, cookies)).headerFor(url)
    const headers = headersOf(request, { url, method, body, redirected: false }, { login, cookie })
    return shownHeaders(sentHeaders({ url, method, body, headers }, { saysNoBody }), request)
  }

  function headersOf(request: FetchRequest, next: NextRequest, { login, cookie }: Credentials) {
    const own = Object.entries(ownHeaders(request, (test) => test(next.url)))
    const headers = request.prefersMarkdown
      ? withMarkdown(headersFor(request, next))
      : headersFor(request, next)
    // Where Chromium writes it: before what describes the browser. A header of the caller's own replaces it.
    if (login !== undefined) headers.unshift(['authorization', login])
    return withOwnHeaders(headers, own, cookie)
  }
}

/** With Markdown before all else that is read. */
function withMarkdown(headers: [string, string][]): [string, string][] {
  return headers.map(([name, value]) => [name, name.toLowerCase() === 'accept' ? ACCEPT_MARKDOWN : value])
}

const ACCEPT_MARKDOWN = 'text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.9,*/*;q=0.8'

/** False when `signal` aborts before the next request may begin. */
async function keptGap({ keepGap }: FetchRequest, signal: AbortSignal): Promise<boolean> {
  if (!keepGap) return true
  return await keepGap(signal).then(
    () => true,
    () => false,
  )
}

/** Whether a browser would take what came of this response for all of it. It follows a redirect without its body. */
function isUnnoticed({ reason }: HttpFailure, head: ResponseHead): boolean {
  return reason === 'network_error' && !isRedirect(head.status, head.locations) && !isWatchedByBrowsers(head)
}

/** What one request carries for its address alone. */
interface Credentials {
  login: string | undefined
  cookie: string | undefined
}

/** What a page tells beside the response, where that was asked for. */
type PageExtras = Pick<FetchedPage, 'cookies' | 'setValues' | 'requestHeaders'>

type NextStep =
  | { kind: 'done'; outcome: (chain: Redirect[], extras: PageExtras) => FetchOutcome }
  | { kind: 'redirect'; url: string; method: Method; from?: URL }
  | { kind: 'failed'; detail: string }

/** Decides what follows a response: the request that it redirects to, a failure, or its verdict. */
function readResponse(
  response: HttpResponse,
  { url, method }: NextRequest,
  request: FetchRequest,
  { asked, hidesLocations }: { asked: URL; hidesLocations: boolean },
): NextStep {
  const { status, headers, locations } = response
  if (request.keepsRedirects && isRedirectStatus(status)) return delivered(response, url)
  if (isRedirect(status, locations)) {
    const location = locationOf(locations, url)
    if (location) return { kind: 'redirect', url: location.href, method: methodAfter(status, method) }
    return { kind: 'failed', detail: 'The target redirects to an invalid address' }
  }
  // Fails, so that a browser tier tries, rather than taking the text of a redirect for a page.
  if (hidesLocations && isRedirectStatus(status) && locations.length === 0) {
    return { kind: 'failed', detail: 'The target redirects to an address that cannot be read' }
  }
  const verdict = classify({
    status,
    headers,
    body: response.body,
    finalUrl: url.href,
    requestedUrl: asked.href,
    method: request.method,
    mode: request.mode,
    takesFiles: request.takesFiles,
    rendered: false,
    overflow: response.overflow,
  })
  if (verdict.kind === 'empty_shell' && verdict.refreshTo !== undefined && method === 'GET') {
    if (request.keepsRedirects) return delivered(response, url)
    return { kind: 'redirect', url: verdict.refreshTo, method: 'GET', from: url }
  }
  const page = { finalUrl: url.href, status, headers: withSetCookies(response), body: response.body }
  return {
    kind: 'done',
    outcome: (redirectChain, extras) => outcomeOf(verdict, { ...page, redirectChain, ...extras }, request),
  }
}

/** A redirect, as the page that it is. */
function delivered(response: HttpResponse, url: URL): NextStep {
  const { status, headers, locations, body } = response
  const [location] = locations
  const page = {
    finalUrl: url.href,
    status,
    headers: { ...withSetCookies({ ...response, headers }), ...(location !== undefined && { location }) },
    body,
  }
  return {
    kind: 'done',
    outcome: (redirectChain, extras) => ({ kind: 'page', page: { ...page, redirectChain, ...extras } }),
  }
}

/** A redirect's body is read as far as it takes to keep the connection, what cannot be delivered not at all. */
function bodyLimit({ status, headers, locations }: ResponseHead, request: FetchRequest): number {
  const { maxBytes } = request
  if (isRedirect(status, locations)) return REDIRECT_BODY_BYTES
  if (status < 300 && isUnwantedType(headers['content-type'], request)) return 0
  return Number(headers['content-length'] ?? 0) > maxBytes ? 1 : maxBytes
}

const REDIRECT_BODY_BYTES = 64 * 1024

/** A caller's header replaces ours of the same name in its place; others follow, cookies last. */
function withOwnHeaders(
  headers: [string, string][],
  own: [string, string][],
  cookie: string | undefined,
): [string, string][] {
  const given = new Map(own.map(([name, value]) => [name.toLowerCase(), [name, value] as [string, string]]))
  const merged = headers.map((header) => {
    const replacement = given.get(header[0].toLowerCase())
    given.delete(header[0].toLowerCase())
    return replacement ? ([header[0], replacement[1]] as [string, string]) : header
  })
  const ownCookie = given.get('cookie')?.[1]
  given.delete('cookie')
  const cookies = [ownCookie, cookie].filter((part) => part !== undefined).join('; ')
  return [...merged, ...given.values(), ...(cookies === '' ? [] : [['cookie', cookies] as [string, string]])]
}

function withSetCookies({ headers, setCookies }: HttpResponse): Record<string, string> {
  return setCookies.length === 0 ? headers : { ...headers, 'set-cookie': setCookies.join('\n') }
}

/** The parsed URL, or the reason why it may not be requested. */
function allowedUrl(egress: Egress, request: FetchRequest, url: string): URL | string {
  try {
    const parsed = egress.checkUrl(url)
    return plainHttpRefusal(request, parsed.href) ?? parsed
  } catch (error) {
    if (error instanceof AddressNotAllowed) return error.message
    throw error
  }
}

function withoutHash(url: URL): string {
  return url.hash === '' ? url.href : url.href.slice(0, -url.hash.length)
}

function failed(
  reason: Extract<FetchOutcome, { kind: 'failed' }>['reason'],
  detail: string,
  mayHaveBeenSent: boolean,
  unreachable?: boolean,
): FetchOutcome {
  return { kind: 'failed', reason, detail, mayHaveBeenSent, ...(unreachable && { unreachable }) }
}

import { LIMITS } from '@gleaner/contracts/limits'
import type { FetchedPage, FetchOutcome, FetchRequest } from '@gleaner/http-tiers'
import { cutInTransfer, outcomeOf, shownHeaders } from '@gleaner/http-tiers'
import { classify } from '@gleaner/verdict'
import { type CapturedPage, capturePage, readPage } from './capture-page.ts'
import type { OpenPage } from './open-page.ts'
import { readCookies } from './page-cookies.ts'
import { ElementMissing } from './wait-for-idle.ts'

/** Captures an opened page and classifies it. */
export async function outcomeOfPage(
  open: OpenPage,
  request: FetchRequest,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  try {
    const isWall = (page: CapturedPage) => outcomeOfCapture(page, request).kind === 'blocked'
    const captured = await capturePage(open, isWall, signal)
    const outcome = outcomeOfCapture(captured, request)
    if (request.keepsCookies && outcome.kind === 'page')
      Object.assign(outcome.page, await keptCookies(open, request))
    return outcome
  } catch (error) {
    if (!(error instanceof ElementMissing)) throw error
    // A block page lacks the element too: then its verdict is the outcome.
    const outcome = outcomeOfCapture(await readPage(open), request)
    if (outcome.kind === 'page') throw error
    return outcome
  }
}

async function keptCookies({ lease, setValues }: OpenPage, request: FetchRequest) {
  return { cookies: await readCookies(lease.session, request), setValues: setValues?.values() }
}

/** Classifies what was read of a page. */
export function outcomeOfCapture(captured: CapturedPage, request: FetchRequest): FetchOutcome {
  const { response, html } = captured
  if (response.refusedBecause !== undefined) return refusedByEgress(captured, response.refusedBecause)
  if (response.isCut) return cutInTransfer()
  const body = response.raw ?? Buffer.from(html ?? '', 'utf8')
  const headers = html === undefined ? response.headers : asRendered(response.headers)
  const overflow = response.tooLarge || body.length > request.maxBytes
  const verdict = classify({
    status: response.status,
    headers,
    body,
    finalUrl: response.url,
    requestedUrl: request.url,
    method: request.method,
    mode: request.mode,
    takesFiles: request.takesFiles,
    rendered: html !== undefined,
    overflow,
  })
  const { screenshot, pdf, capturedXhr, actionResults, visited, flaw } = captured
  const page: FetchedPage = {
    finalUrl: response.url,
    redirectChain: visited
      .slice(0, MAX_VISITED)
      .map(({ url, status }) => ({ url: url.slice(0, LIMITS.urlChars), status })),
    status: response.status,
    headers,
    requestHeaders: response.request && shownHeaders(Object.entries(response.request.headers), request),
    body,
    screenshot,
    pdf,
    capturedXhr,
    actionResults,
    qualityWarning: flaw,
  }
  return outcomeOf(verdict, page, request)
}

/** Pages can redirect a browser without end, and to addresses of megabytes. */
const MAX_VISITED = 50

/** The egress proxy responded in the target's place. */
function refusedByEgress({ response, visited }: CapturedPage, why: string): FetchOutcome {
  const reason = why === 'not_allowed' || why === 'timeout' ? why : 'network_error'
  const detail = Buffer.from(response.raw ?? [])
    .toString('utf8')
    .trim()
  const unreachable = why === 'dns' || why === 'proxy_login' || detail.includes('ECONNREFUSED')
  const neverLeft = NEVER_LEFT.has(why) || unreachable
  return {
    kind: 'failed',
    reason,
    detail,
    mayHaveBeenSent: visited.length > 0 || !neverLeft,
    ...(unreachable && { unreachable }),
  }
}

/** Refusals of the egress proxy that come before a connection. */
const NEVER_LEFT = new Set(['not_allowed', 'unauthorized'])

/** Headers of the document as it is handed on: UTF-8, and no longer in the server's encoding. */
function asRendered(headers: Record<string, string>): Record<string, string> {
  const { 'content-encoding': _encoding, 'content-length': _length, ...kept } = headers
  return { ...kept, 'content-type': 'text/html; charset=utf-8' }
}

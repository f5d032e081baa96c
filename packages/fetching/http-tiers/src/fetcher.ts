import type { Action, Method, Mode, Tier, Wall } from '@gleaner/contracts'
import type { Cookie, OriginStorage } from '@gleaner/cookie-rules'
import type { MemoryReservation } from './read-body/body-memory.ts'

/** One attempt's request, ready to send: secrets are in clear here, and only here. */
export interface FetchRequest {
  /** Holds no login: that is `authorization`. */
  url: string
  /** Decides which kinds of content count as delivered (an image does with `ocr`). Absent: `auto`. */
  mode?: Mode | undefined
  /** Files that nothing is read from count as delivered as well. */
  takesFiles?: boolean | undefined
  method: Method
  body?: string | undefined
  contentType?: string | undefined
  /** The cookies that the attempt begins with; each goes where it says, in redirects and in what a browser's page asks for too. */
  cookies?: readonly Cookie[] | undefined
  /** What scripts of these origins find stored; tiers without a browser ignore it. */
  storage?: readonly OriginStorage[] | undefined
  /** The caller's own headers, sent to the origin of `url` only, or to `headersDomain`. */
  headers?: Record<string, string> | undefined
  /**
   * A domain that `headers` are sent to, its subdomains included: never over http when `url` is https, and in a browser for that
   * domain's pages only.
   */
  headersDomain?: string | undefined
  /** Nothing of the attempt goes over plain http: an address or a redirect that would is `not_allowed`. */
  httpsOnly?: boolean | undefined
  /** Whether the page is to tell the cookies that the attempt ended with, and the values of all that were set meanwhile. */
  keepsCookies?: boolean | undefined
  /** Sign-ins, refusals of this visitor and pages that wait for their scripts are delivered as well: they are what is to be seen. */
  takesWalls?: boolean | undefined
  /** The login of `url` as the value of an `Authorization` header, sent to exactly the origin of `url`. */
  authorization?: string | undefined
  /** ISO 3166-1 alpha-2, upper case. */
  country?: string | undefined
  /** BCP 47 language, e.g. `de` or `pt-BR`. */
  language?: string | undefined
  /** BCP 47 tags of the visitor, the best first; before `language` and the country's own. */
  languages?: readonly string[] | undefined
  /** Whom the visitor is to be called, in place of a Chrome. */
  userAgent?: string | undefined
  /** The page is to tell the headers that it was asked for with. */
  tellsRequestHeaders?: boolean | undefined
  /** Markdown is asked for before HTML; tiers with a browser ignore it. */
  prefersMarkdown?: boolean | undefined
  /** A redirect is delivered in place of where it leads; tiers with a browser are not given one. */
  keepsRedirects?: boolean | undefined
  /** Proxy URL that this attempt goes through, when one was chosen. */
  proxy?: string | undefined
  /** What callers asked of a browser; tiers without one ignore it. */
  browser?: BrowserOptions | undefined
  /** Answers all that a browser's page asks for, in place of the network; tiers without a browser are not given one. */
  site?: InternalSite | undefined
  /** Awaited before each further request of the attempt (a redirect, a repetition), where these must not follow each other at once. */
  keepGap?: ((signal: AbortSignal) => Promise<void>) | undefined
  /** Largest body in bytes, after decompression. */
  maxBytes: number
  /** Whose request it is (an account's id): pages of others are never open in the same browser at the same time. */
  share?: string | undefined
  /**
   * Memory for a large body, held also after `fetch` has settled: to be disposed of when the page has been read. Tiers
   * with a browser ignore it. Absent: large bodies need no permit.
   */
  memory?: MemoryReservation | undefined
}

/** Responses that come from within the service. A request that gets none fails as if there were no network. */
export type InternalSite = (url: string, isDocument: boolean) => InternalResponse | undefined

export interface InternalResponse {
  status: number
  /** Lower-case names. */
  headers: Record<string, string>
  body: Uint8Array
}

export interface BrowserOptions {
  waitCondition?: 'domcontentloaded' | 'networkidle' | 'load' | undefined
  /** A CSS selector, or a pause in milliseconds. */
  waitFor?: string | number | undefined
  waitForTimeoutMs?: number | undefined
  removeCookieBanners: boolean
  scrollCount?: number | undefined
  blockImages?: boolean | undefined
  blockAds?: boolean | undefined
  mobile?: boolean | undefined
  screenshot?: boolean | undefined
  /** Of the window alone, in place of the whole page. */
  screenshotOfWindow?: boolean | undefined
  /** Of a desktop's window, in CSS pixels. */
  viewport?: { width: number; height: number } | undefined
  pdf?: boolean | undefined
  captureXhr?: boolean | undefined
  actions?: Action[] | undefined
}

/** A delivered page: the target's response, redirects followed. */
export interface FetchedPage {
  /** URL of the response, after redirects. */
  finalUrl: string
  /** Every address that redirected, in order of request; empty when nothing redirected. */
  redirectChain: Redirect[]
  status: number
  /** Lower-case names; repeated headers joined with `, ` (`set-cookie` with a line feed). */
  headers: Record<string, string>
  /** Of the request that `headers` reply to, as they may be shown (`shown-headers.ts`), where `tellsRequestHeaders` asked for them. */
  requestHeaders?: Record<string, string> | undefined
  /** Decompressed bytes. A browser's page is its serialized DOM as UTF-8, and `headers['content-type']` says so. */
  body: Uint8Array
  /** All that the attempt ended with, of every host that it met, where `keepsCookies` asked for them. */
  cookies?: Cookie[] | undefined
  /** The values of cookies that responses set, those replaced since among them, where `keepsCookies` asked for them: the latest 300. */
  setValues?: string[] | undefined
  screenshot?: Uint8Array | undefined
  pdf?: Uint8Array | undefined
  capturedXhr?: CapturedXhr[] | undefined
  actionResults?: ActionResult[] | undefined
  /** Why the page may not be what a reader would see: it did not settle in time, its picture is blank. */
  qualityWarning?: PageFlaw | undefined
}

/** Something against a page's content that a browser has seen. */
export interface PageFlaw {
  code: 'STILL_LOADING' | 'BLANK_SCREENSHOT'
  /** For the caller: one or two sentences. */
  reason: string
}

/** An address that led to another one. `status`: of its answer, 200 where a page itself led on. */
export interface Redirect {
  url: string
  status: number
}

export interface CapturedXhr {
  url: string
  method: string
  status: number
  body: unknown
}

export interface ActionResult {
  type: Action['type']
  ok: boolean
  error?: string | undefined
  screenshot?: Uint8Array | undefined
  /** As JSON; of a script that gave something. */
  value?: string | undefined
}

export const FAILURE_REASONS = [
  'timeout',
  'network_error',
  'empty_shell',
  /** What the request is to show who asks with is of use to a browser alone. */
  'needs_browser',
  'unsupported',
  'too_large',
  'server_error',
  /** The body breaks off or cannot be decoded, and a browser would not notice: it would deliver what there is of it. */
  'broken_body',
  'not_allowed',
  /** The page used more memory, processor time or the like than one page may: it would do so again. */
  'resource_limit',
  /** A fault of the service itself. */
  'internal',
] as const
export type FailureReason = (typeof FAILURE_REASONS)[number]

/** What an attempt came to. A value, never an exception: exceptions are faults of our own. */
export type FetchOutcome =
  | { kind: 'page'; page: FetchedPage }
  | {
      kind: 'blocked'
      /** What stands before the page. */
      wall: Wall
      /** The vendor of the wall, or its kind where no vendor shows. */
      by: string
      status: number
      detail: string
      /** How long the target asks clients to wait (Retry-After). */
      retryAfterMs?: number | undefined
    }
  | {
      kind: 'failed'
      reason: FailureReason
      detail: string
      status?: number | undefined
      /** False only when it is certain that the target never saw the request. */
      mayHaveBeenSent: boolean
      /** No such host, nobody listens there, or its certificate does not hold: every other way to fetch meets the same. */
      unreachable?: boolean | undefined
      /** As a page's, of a browser: a target may write what it has set into an address that it leads to, and `detail` names. */
      setValues?: string[] | undefined
    }

/**
 * One fetching method. `fetch` settles soon after `signal` aborts (with reason `timeout`), never throws for what
 * a target does, and releases all it opened before it settles.
 */
export interface Fetcher {
  readonly tier: Tier
  fetch(request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome>
  /** The `requestHeaders` that a page at this very address would tell; tiers with a browser cannot say. */
  requestHeaders?: ((request: FetchRequest) => Promise<Record<string, string>>) | undefined
  close(): Promise<void>
}

import { givesBytes } from '@gleaner/contracts/gives-bytes'
import { languageTags } from '@gleaner/contracts/language-tags'
import { LIMITS } from '@gleaner/contracts/limits'
import { requestedCountry } from '@gleaner/contracts/schemas/scrape/fields'

import { cookiesOfHost } from '@gleaner/cookie-rules'
import type { BrowserOptions, FetchRequest } from '@gleaner/http-tiers'
import type { ClaimedJob, ScrapeSpec } from '@gleaner/jobs'
import type { OpenedSession } from '@gleaner/sessions'
import type { JobSession } from '../session/open-job-session.ts'

const DEFAULT_SCROLLS = 10
const DEFAULT_CONTENT_TYPE = 'application/json'

/**
 * What an attempt needs besides waiting for an element: to open the page, and to read it. Of a short attempt it is half.
 */
const BESIDES_WAITING_MS = 5_000

/** The request that an attempt at a job sends, which has `budgetMs` for all of it. */
export function prepareRequest(
  job: ClaimedJob,
  budgetMs: number,
  jobSession: JobSession = { kind: 'none' },
): FetchRequest {
  const { spec, secrets } = job
  return {
    url: spec.url,
    // An image is refused unless its text is wanted, by whichever name that was asked for.
    mode: spec.advanced.ocr ? 'ocr' : spec.mode,
    takesFiles: givesBytes(spec.formats) || undefined,
    method: spec.method,
    body: secrets.body,
    contentType: contentTypeOf(spec, secrets.body),
    cookies: secrets.cookies && cookiesOfHost(new URL(spec.url).hostname, secrets.cookies),
    headers: secrets.headers,
    ...(jobSession.kind === 'opened' && loginOf(job, jobSession.session)),
    // Also where nothing is updated: what the target has set meanwhile is hidden in its page as well.
    keepsCookies: jobSession.kind === 'opened' || undefined,
    authorization: secrets.authorization,
    country: requestedCountry(spec),
    language: spec.location?.language,
    languages: languagesOf(spec),
    userAgent: spec.advanced.user_agent,
    prefersMarkdown: spec.advanced.prefer_markdown || undefined,
    tellsRequestHeaders: spec.advanced.include_request_headers || undefined,
    keepsRedirects: spec.advanced.follow_redirects === false || undefined,
    browser: {
      ...browserOptions(spec),
      actions: secrets.actions,
      waitForTimeoutMs: waitForTimeoutMs(spec, budgetMs),
    },
    maxBytes: LIMITS.responseBody,
  }
}

/**
 * The cookies, headers and storage of a session. Headers that the request names itself take the place of the session's, and go where these go; the
 * login of an address is such a one.
 */
function loginOf(
  { secrets }: ClaimedJob,
  { cookies: stored, headers, storage, domain, isForeign }: OpenedSession,
): Partial<FetchRequest> {
  const cookies = isForeign ? stored.map((cookie) => ({ ...cookie, secure: true })) : stored
  const named = new Set(Object.keys(secrets.headers ?? {}).map((name) => name.toLowerCase()))
  if (secrets.authorization !== undefined) named.add('authorization')
  const own = Object.entries(headers).filter(([name]) => !named.has(name.toLowerCase()))
  const kept = { cookies, storage, ...(isForeign && { httpsOnly: true }) }
  if (own.length === 0) return kept
  return { ...kept, headers: { ...Object.fromEntries(own), ...secrets.headers }, headersDomain: domain }
}

function languagesOf({ advanced }: ScrapeSpec): string[] | undefined {
  const tags = advanced.accept_language === undefined ? undefined : languageTags(advanced.accept_language)
  return Array.isArray(tags) ? tags : undefined
}

function contentTypeOf(spec: ScrapeSpec, body: string | undefined): string | undefined {
  if (body === undefined && spec.method !== 'POST') return undefined
  return spec.content_type ?? (body === undefined ? undefined : DEFAULT_CONTENT_TYPE)
}

function browserOptions({ advanced }: ScrapeSpec): BrowserOptions {
  // Published clients send a count whether they scroll or not.
  const scrolls = advanced.scroll_to_load ?? advanced.scroll_count !== undefined
  return {
    waitCondition: advanced.wait_condition,
    waitFor: advanced.wait_for,
    removeCookieBanners: advanced.remove_cookie_banners ?? true,
    scrollCount: scrolls ? (advanced.scroll_count ?? DEFAULT_SCROLLS) : undefined,
    blockImages: advanced.block_images,
    blockAds: advanced.block_ads,
    // A phone's name on a desktop's screen would give both away.
    mobile: advanced.mobile ?? (advanced.user_agent?.includes('Mobile') || undefined),
    viewport: advanced.viewport,
    screenshot: advanced.screenshot,
    screenshotOfWindow: advanced.full_page === false || undefined,
    pdf: advanced.generate_pdf,
    captureXhr: advanced.capture_xhr,
  }
}

/**
 * An element that never comes is to end the attempt, not the attempt's deadline: then the caller reads which one was
 * missing instead of a bare time-out.
 */
function waitForTimeoutMs({ advanced }: ScrapeSpec, budgetMs: number): number {
  const asked = advanced.wait_for_timeout ?? LIMITS.waitForMs.default
  return Math.max(1, Math.min(asked, budgetMs - Math.min(BESIDES_WAITING_MS, Math.round(budgetMs / 2))))
}

import { LIMITS } from '@gleaner/contracts'
import type { BrowserOptions, FetchRequest } from '@gleaner/fetch-engine'
import type { ClaimedJob, ScrapeSpec } from '@gleaner/jobs'

const DEFAULT_SCROLLS = 10
const DEFAULT_CONTENT_TYPE = 'application/json'

/** The request that a job's attempts send. */
export function prepareRequest({ spec, secrets }: ClaimedJob): FetchRequest {
  return {
    url: spec.url,
    // An image is refused unless its text is wanted, by whichever name that was asked for.
    mode: spec.advanced.ocr ? 'ocr' : spec.mode,
    method: spec.method,
    body: secrets.body,
    contentType: contentTypeOf(spec, secrets.body),
    cookies: secrets.cookies,
    headers: secrets.headers,
    country: spec.location?.country ?? spec.advanced.proxy_country,
    language: spec.location?.language,
    browser: browserOptions(spec),
    maxBytes: LIMITS.responseBody,
  }
}

function contentTypeOf(spec: ScrapeSpec, body: string | undefined): string | undefined {
  if (body === undefined && spec.method !== 'POST') return undefined
  return spec.content_type ?? (body === undefined ? undefined : DEFAULT_CONTENT_TYPE)
}

function browserOptions({ advanced }: ScrapeSpec): BrowserOptions {
  const scrolls = advanced.scroll_to_load || advanced.scroll_count !== undefined
  return {
    waitCondition: advanced.wait_condition,
    waitFor: advanced.wait_for,
    waitForTimeoutMs: advanced.wait_for_timeout,
    removeCookieBanners: advanced.remove_cookie_banners ?? true,
    scrollCount: scrolls ? (advanced.scroll_count ?? DEFAULT_SCROLLS) : undefined,
    blockImages: advanced.block_images,
    blockAds: advanced.block_ads,
    mobile: advanced.mobile,
    screenshot: advanced.screenshot,
    pdf: advanced.generate_pdf,
    captureXhr: advanced.capture_xhr,
    actions: advanced.actions,
  }
}

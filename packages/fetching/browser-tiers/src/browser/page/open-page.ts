import type { BrowserOptions, FetchRequest, SetValues } from '@gleaner/http-tiers'
import { blockAds } from '../network/ad-hosts.ts'
import { captureXhr, type XhrCapture } from '../network/capture-xhr.ts'
import { watchForCutDocument } from '../network/cut-document.ts'
import { watchDocumentRequests } from '../network/request-headers.ts'
import { interceptRequests, type RequestInterceptor } from '../network/request-interceptor.ts'
import { limitDocumentSize } from '../network/size-limit.ts'
import { type Traffic, watchTraffic } from '../network/traffic.ts'
import { watchSetCookies } from '../network/watch-set-cookies.ts'
import type { Lease } from '../pool/lease.ts'
import { BLOCKED_BY_PROFILE, type Profile } from '../profiles.ts'
import type { Progress } from '../progress.ts'
import { netErrorOf } from './navigation-errors.ts'
import { restoreStorage } from './origin-storage.ts'
import { setUpPage } from './set-up-page.ts'

/** A page whose URL got a response, and what watches it. */
export interface OpenPage {
  lease: Lease
  options: BrowserOptions
  interceptor: RequestInterceptor
  traffic: Traffic
  capture: XhrCapture | undefined
  /** Where the request keeps cookies. */
  setValues: SetValues | undefined
  /** Largest document in bytes. */
  maxBytes: number
}

/** For requests without browser options. */
const DEFAULT_OPTIONS: BrowserOptions = { removeCookieBanners: true }

/** Puppeteer's own time-out is off: the attempt's signal is the deadline, and closes the page. */
const NO_TIMEOUT = { timeout: 0 }

/** Opens the request's address on a fresh page; settles when the document is parsed, or is none. */
export async function openPage(
  lease: Lease,
  request: FetchRequest,
  profile: Profile,
  progress: Progress,
): Promise<OpenPage> {
  const options = request.browser ?? DEFAULT_OPTIONS
  await restoreStorage(lease.session, lease.mainFrameId, request)
  const traffic = watchTraffic(lease)
  const capture = options.captureXhr ? captureXhr(lease) : undefined
  const setValues = request.keepsCookies ? watchSetCookies(lease) : undefined
  progress.setValues = setValues
  await setUpPage(lease, request)
  if (options.blockAds) await blockAds(lease.session)
  const blocked = blockedKinds(profile, options)
  const documentRequests = request.tellsRequestHeaders ? watchDocumentRequests(lease) : undefined
  const interceptor = await interceptRequests(lease.session, {
    mainFrameId: lease.mainFrameId,
    request,
    blocked,
    progress,
    documentRequests,
  })
  watchForCutDocument(lease, interceptor)
  const stopWatching = limitDocumentSize(lease, interceptor, request.maxBytes)
  try {
    await Promise.race([navigate(lease, interceptor, request.url), interceptor.rawResponse])
  } finally {
    stopWatching()
  }
  return { lease, options, interceptor, traffic, capture, setValues, maxBytes: request.maxBytes }
}

async function navigate({ page }: Lease, interceptor: RequestInterceptor, url: string): Promise<void> {
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded', ...NO_TIMEOUT })
  } catch (error) {
    // Our own refusal to render a response ends the navigation: the response counts then.
    if (!interceptor.hasResponse() || netErrorOf(error) !== 'ERR_ABORTED') throw error
    await interceptor.rawResponse
  }
}

function blockedKinds(profile: Profile, { blockImages, screenshot, pdf }: BrowserOptions) {
  // Who wants a picture of the page wants to see it as it is.
  const byProfile = screenshot || pdf ? [] : BLOCKED_BY_PROFILE[profile]
  return [...new Set([...byProfile, ...(blockImages ? IMAGES : [])])]
}

const IMAGES = ['Image', 'Media'] as const

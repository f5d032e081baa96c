import type { BrowserOptions, FetchRequest } from '../fetcher.ts'
import { blockAds } from './ad-hosts.ts'
import type { Progress } from './attempt.ts'
import { type Capture, captureJson } from './capture.ts'
import { type DocumentTap, tapDocuments } from './document-tap.ts'
import type { Lease } from './lease.ts'
import { netErrorOf } from './navigation-errors.ts'
import { setUpPage } from './page-setup.ts'
import { BLOCKED_BY_PROFILE, type Profile } from './profiles.ts'
import { limitDocumentSize } from './size-limit.ts'
import { type Traffic, watchTraffic } from './traffic.ts'

/** A page whose address was answered, and what watches it. */
export interface OpenPage {
  lease: Lease
  options: BrowserOptions
  tap: DocumentTap
  traffic: Traffic
  capture: Capture | undefined
  /** Largest document in bytes. */
  maxBytes: number
}

/** What callers get who did not say anything of the browser. */
const DEFAULT_OPTIONS: BrowserOptions = { removeCookieBanners: true }

/** Puppeteer's own limit is out of the way: the attempt's signal is the deadline, and takes the page away. */
const NO_TIMEOUT = { timeout: 0 }

/** Opens the request's address on a fresh page; settles when the document is parsed, or is none. */
export async function openPage(
  lease: Lease,
  request: FetchRequest,
  profile: Profile,
  progress: Progress,
): Promise<OpenPage> {
  const options = request.browser ?? DEFAULT_OPTIONS
  const traffic = watchTraffic(lease)
  const capture = options.captureXhr ? captureJson(lease) : undefined
  await setUpPage(lease, request)
  if (options.blockAds) await blockAds(lease.session)
  const blocked = blockedKinds(profile, options)
  const tap = await tapDocuments(lease.session, {
    mainFrameId: lease.mainFrameId,
    request,
    blocked,
    progress,
  })
  const stopWatching = limitDocumentSize(lease, tap, request.maxBytes)
  try {
    await Promise.race([navigate(lease, tap, request.url), tap.rawAnswer])
  } finally {
    stopWatching()
  }
  return { lease, options, tap, traffic, capture, maxBytes: request.maxBytes }
}

async function navigate({ page }: Lease, tap: DocumentTap, url: string): Promise<void> {
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded', ...NO_TIMEOUT })
  } catch (error) {
    // Our own refusal to render an answer ends the navigation: the answer counts then.
    if (!tap.isAnswered() || netErrorOf(error) !== 'ERR_ABORTED') throw error
    await tap.rawAnswer
  }
}

function blockedKinds(profile: Profile, { blockImages, screenshot, pdf }: BrowserOptions) {
  // Who wants a picture of the page wants to see it as it is.
  const byProfile = screenshot || pdf ? [] : BLOCKED_BY_PROFILE[profile]
  return [...new Set([...byProfile, ...(blockImages ? IMAGES : [])])]
}

const IMAGES = ['Image', 'Media'] as const

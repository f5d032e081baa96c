import { LIMITS } from '@gleaner/contracts'
import { sleep } from '@gleaner/runtime'
import type { ActionResult, BrowserOptions, CapturedXhr, FetchRequest } from '../fetcher.ts'
import { runActions } from './actions.ts'
import type { Progress } from './attempt.ts'
import { removeBanners } from './banners.ts'
import { captureJson } from './capture.ts'
import { type DocumentTap, type MainAnswer, tapDocuments } from './document-tap.ts'
import type { Lease } from './lease.ts'
import { netErrorOf } from './navigation-errors.ts'
import { setUpPage } from './page-setup.ts'
import { pdfOf, screenshotOf } from './print.ts'
import { BLOCKED_BY_PROFILE, type Profile } from './profiles.ts'
import { scrollDown } from './scroll.ts'
import { settle, waitForElement, waitForLoad } from './settle.ts'
import { snapshot } from './snapshot.ts'
import { type Traffic, watchTraffic } from './traffic.ts'

/** What a visit to a page brought home. */
export interface Visit {
  answer: MainAnswer
  visited: readonly string[]
  /** The rendered document; absent when the answer is not one. */
  html?: string | undefined
  screenshot?: Uint8Array | undefined
  pdf?: Uint8Array | undefined
  capturedXhr?: CapturedXhr[] | undefined
  actionResults?: ActionResult[] | undefined
}

/** Puppeteer's own limit is out of the way: the signal is the deadline. */
const NO_TIMEOUT = { timeout: 0 }

/** Opens the address, lets the page come to rest, does what was asked of it, and reads it. */
export async function visitPage(
  lease: Lease,
  request: FetchRequest,
  profile: Profile,
  signal: AbortSignal,
  progress: Progress,
): Promise<Visit> {
  const { page, session, mainFrameId } = lease
  const options = request.browser ?? { removeCookieBanners: true }
  const traffic = watchTraffic(page)
  const capture = options.captureXhr ? captureJson(page) : undefined
  await setUpPage(lease, request)
  const blocked = blockedKinds(profile, options)
  const tap = await tapDocuments(session, { mainFrameId, request, blocked, progress })

  const raw = await open(lease, tap, request.url)
  if (raw) return { answer: raw, visited: tap.visited() }
  await rest(lease, traffic, options, signal)
  const left = tap.answer()!
  if (left.raw) return { answer: left, visited: tap.visited() }

  if (options.removeCookieBanners) await removeBanners(lease)
  if (options.scrollCount) await scrollDown(lease, traffic, options.scrollCount, signal)
  const actionResults = options.actions && (await runActions(lease, options.actions, signal))
  if (actionResults) await settle(lease, traffic, signal)
  const screenshot = options.screenshot ? await screenshotOf(page, { fullPage: true }) : undefined
  const pdf = options.pdf ? await pdfOf(page) : undefined
  return {
    html: await snapshot(session, mainFrameId),
    answer: tap.answer()!,
    visited: tap.visited(),
    screenshot,
    pdf,
    capturedXhr: await capture?.finish(),
    actionResults,
  }
}

/** Settles when the document stands, or with the answer when it is nothing that a browser renders. */
async function open({ page }: Lease, tap: DocumentTap, url: string): Promise<MainAnswer | undefined> {
  const opened = page.goto(url, { waitUntil: 'domcontentloaded', ...NO_TIMEOUT }).then(
    () => undefined,
    (error: unknown) => {
      const answer = tap.answer()
      // Chromium shows an error page of its own for an empty answer with an error status.
      if (answer && netErrorOf(error) === 'ERR_HTTP_RESPONSE_CODE_FAILURE') {
        return { ...answer, raw: new Uint8Array(0) }
      }
      // Our own refusal to render an answer ends the navigation: the answer counts then.
      if (answer && netErrorOf(error) === 'ERR_ABORTED') return tap.rawAnswer
      throw error
    },
  )
  return Promise.race([opened, tap.rawAnswer])
}

/** Waits for what the caller named; when nothing was named, until the page comes to rest. */
async function rest(
  lease: Lease,
  traffic: Traffic,
  options: BrowserOptions,
  signal: AbortSignal,
): Promise<void> {
  const { waitCondition, waitFor, waitForTimeoutMs } = options
  if (waitCondition === undefined && waitFor === undefined) await settle(lease, traffic, signal)
  if (waitCondition === 'load') await waitForLoad(lease, signal)
  if (waitCondition === 'networkidle') await traffic.quiet('all', IDLE_QUIET_MS, IDLE_MAX_MS, signal)
  if (typeof waitFor === 'number') await sleep(waitFor, signal)
  if (typeof waitFor === 'string')
    await waitForElement(lease, waitFor, waitForTimeoutMs ?? LIMITS.waitForMs.default, signal)
}

/** `networkidle`: no request for half a second, as the field's tools define it. A page that never idles is read so. */
const IDLE_QUIET_MS = 500
const IDLE_MAX_MS = 20_000

function blockedKinds(profile: Profile, { blockImages, screenshot, pdf }: BrowserOptions) {
  // Who wants a picture of the page wants to see it as it is.
  if (screenshot || pdf) return blockImages ? IMAGES : []
  return blockImages ? [...new Set([...BLOCKED_BY_PROFILE[profile], ...IMAGES])] : BLOCKED_BY_PROFILE[profile]
}

const IMAGES = ['Image', 'Media'] as const

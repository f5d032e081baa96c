import { LIMITS } from '@gleaner/contracts/limits'
import type { ActionResult, BrowserOptions, CapturedXhr, PageFlaw, Redirect } from '@gleaner/http-tiers'
import { sleep } from '@gleaner/runtime'
import { removeBanners } from '../consent/banners.ts'
import type { MainResponse } from '../network/request-interceptor.ts'
import { runActions } from './actions.ts'
import { buildBelow } from './build-below.ts'
import { isOneColour } from './one-colour.ts'
import type { OpenPage } from './open-page.ts'
import { printPdf, takeScreenshot } from './screenshot-pdf.ts'
import { scrollDown } from './scroll.ts'
import { snapshot } from './snapshot.ts'
import {
  type Waited,
  waitForContent,
  waitForElement,
  waitForIdle,
  waitForLoad,
  waitForNetworkIdle,
} from './wait-for-idle.ts'

/** What was read of a page. */
export interface CapturedPage {
  response: MainResponse
  visited: readonly Redirect[]
  /** The rendered document; absent when the response is not one. */
  html?: string | undefined
  screenshot?: Uint8Array | undefined
  pdf?: Uint8Array | undefined
  capturedXhr?: CapturedXhr[] | undefined
  actionResults?: ActionResult[] | undefined
  flaw?: PageFlaw | undefined
}

/**
 * Waits for an opened page, does what was asked of it, and reads it. Nobody waits for the content of a page that
 * `isWall`.
 */
export async function capturePage(
  open: OpenPage,
  isWall: (page: CapturedPage) => boolean,
  signal: AbortSignal,
): Promise<CapturedPage> {
  const { lease, options, traffic, interceptor } = open
  let flaw: PageFlaw | undefined
  if (!interceptor.response().raw) {
    const waited = await waitAsAsked(open, signal)
    let { isLoading } = waited
    if (isLoading && !isWall(await readPage(open)))
      isLoading = (await waitForContent(lease, traffic, signal, waited)).isLoading
    if (!isLoading && !asksForWait(options) && !asksForMoves(options))
      isLoading = (await buildBelow(lease, traffic, signal)).isLoading
    if (isLoading) flaw = STILL_LOADING
  }
  if (interceptor.response().raw) return readPage(open)

  if (options.removeCookieBanners) await removeBanners(lease, traffic, signal)
  if (options.scrollCount) await scrollDown(lease, traffic, options.scrollCount, signal)
  const actionResults = options.actions && (await runActions(lease, options.actions, signal))
  if (actionResults) await waitForIdle(lease, traffic, signal)
  const screenshot = options.screenshot
    ? await takeScreenshot(lease, { fullPage: !options.screenshotOfWindow })
    : undefined
  if (screenshot && (await isOneColour(screenshot))) flaw ??= BLANK_SCREENSHOT
  const pdf = options.pdf ? await printPdf(lease) : undefined
  const capturedXhr = await open.capture?.finish()
  return { ...(await readPage(open)), screenshot, pdf, capturedXhr, actionResults, flaw }
}

const STILL_LOADING: PageFlaw = {
  code: 'STILL_LOADING',
  reason:
    'The page was still loading its content when the wait for it ended. Name an element of that content in advanced.wait_for.',
}
const BLANK_SCREENSHOT: PageFlaw = {
  code: 'BLANK_SCREENSHOT',
  reason: 'The screenshot has one colour only: the page had drawn nothing.',
}

/** Reads the page as it stands at this moment. */
export async function readPage({ interceptor, lease, maxBytes }: OpenPage): Promise<CapturedPage> {
  if (interceptor.response().raw) return { response: interceptor.response(), visited: interceptor.visited() }
  const html = await snapshot(lease.session, lease.mainFrameId, maxBytes)
  if (html === undefined) interceptor.tooLarge()
  // Chromium shows an error page of its own.
  if (html === '' && interceptor.isLost()) throw new NavigationLost()
  return { response: interceptor.response(), visited: interceptor.visited(), html }
}

/** The page moved on to an address that gave no response. */
export class NavigationLost extends Error {
  override readonly name = 'NavigationLost'
  override readonly message = 'The page moves on to an address that does not answer'
}

/** Waits for what the caller named; when nothing was named, until the page is idle. */
async function waitAsAsked({ lease, traffic, options }: OpenPage, signal: AbortSignal): Promise<Waited> {
  const { waitCondition, waitFor, waitForTimeoutMs } = options
  if (!asksForWait(options)) return waitForIdle(lease, traffic, signal)
  if (waitCondition === 'load') await waitForLoad(lease, signal)
  if (waitCondition === 'networkidle') await waitForNetworkIdle(traffic, signal)
  if (typeof waitFor === 'number') await sleep(waitFor, signal)
  if (typeof waitFor === 'string') {
    await waitForElement(lease, waitFor, waitForTimeoutMs ?? LIMITS.waitForMs.default, signal)
  }
  return { isLoading: false }
}

/** A page that the caller moves through is built by that. */
function asksForMoves({ scrollCount, actions }: BrowserOptions): boolean {
  return Boolean(scrollCount) || actions !== undefined
}

function asksForWait({ waitCondition, waitFor }: BrowserOptions): boolean {
  return waitCondition !== undefined || waitFor !== undefined
}

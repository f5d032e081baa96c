import { LIMITS } from '@gleaner/contracts'
import { sleep } from '@gleaner/runtime'
import type { ActionResult, CapturedXhr, Redirect } from '../../fetcher.ts'
import { removeBanners } from '../consent/banners.ts'
import type { MainResponse } from '../network/request-interceptor.ts'
import { runActions } from './actions.ts'
import type { OpenPage } from './open-page.ts'
import { printPdf, takeScreenshot } from './screenshot-pdf.ts'
import { scrollDown } from './scroll.ts'
import { snapshot } from './snapshot.ts'
import { waitForElement, waitForIdle, waitForLoad, waitForNetworkIdle } from './wait-for-idle.ts'

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
}

/** Waits for an opened page, does what was asked of it, and reads it. */
export async function capturePage(open: OpenPage, signal: AbortSignal): Promise<CapturedPage> {
  const { lease, options, traffic, interceptor } = open
  if (!interceptor.response().raw) await waitAsAsked(open, signal)
  if (interceptor.response().raw) return readPage(open)

  if (options.removeCookieBanners) await removeBanners(lease, traffic, signal)
  if (options.scrollCount) await scrollDown(lease, traffic, options.scrollCount, signal)
  const actionResults = options.actions && (await runActions(lease, options.actions, signal))
  if (actionResults) await waitForIdle(lease, traffic, signal)
  const screenshot = options.screenshot ? await takeScreenshot(lease, { fullPage: true }) : undefined
  const pdf = options.pdf ? await printPdf(lease) : undefined
  const capturedXhr = await open.capture?.finish()
  return { ...(await readPage(open)), screenshot, pdf, capturedXhr, actionResults }
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
async function waitAsAsked({ lease, traffic, options }: OpenPage, signal: AbortSignal): Promise<void> {
  const { waitCondition, waitFor, waitForTimeoutMs } = options
  if (waitCondition === undefined && waitFor === undefined) await waitForIdle(lease, traffic, signal)
  if (waitCondition === 'load') await waitForLoad(lease, signal)
  if (waitCondition === 'networkidle') await waitForNetworkIdle(traffic, signal)
  if (typeof waitFor === 'number') await sleep(waitFor, signal)
  if (typeof waitFor === 'string') {
    await waitForElement(lease, waitFor, waitForTimeoutMs ?? LIMITS.waitForMs.default, signal)
  }
}

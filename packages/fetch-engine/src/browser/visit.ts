import { LIMITS } from '@gleaner/contracts'
import { sleep } from '@gleaner/runtime'
import type { ActionResult, CapturedXhr } from '../fetcher.ts'
import { runActions } from './actions.ts'
import { removeBanners } from './banners.ts'
import type { MainAnswer } from './document-tap.ts'
import type { OpenPage } from './open-page.ts'
import { pdfOf, screenshotOf } from './print.ts'
import { scrollDown } from './scroll.ts'
import { settle, waitForElement, waitForLoad } from './settle.ts'
import { snapshot } from './snapshot.ts'

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

/** Lets an opened page come to rest, does what was asked of it, and reads it. */
export async function explore(open: OpenPage, signal: AbortSignal): Promise<Visit> {
  const { lease, options, traffic, tap } = open
  if (!tap.answer().raw) await rest(open, signal)
  if (tap.answer().raw) return look(open)

  if (options.removeCookieBanners) await removeBanners(lease, traffic, signal)
  if (options.scrollCount) await scrollDown(lease, traffic, options.scrollCount, signal)
  const actionResults = options.actions && (await runActions(lease, options.actions, signal))
  if (actionResults) await settle(lease, traffic, signal)
  const screenshot = options.screenshot ? await screenshotOf(lease, { fullPage: true }) : undefined
  const pdf = options.pdf ? await pdfOf(lease) : undefined
  const capturedXhr = await open.capture?.finish()
  return { ...(await look(open)), screenshot, pdf, capturedXhr, actionResults }
}

/** Reads the page as it stands at this moment. */
export async function look({ tap, lease, maxBytes }: OpenPage): Promise<Visit> {
  if (tap.answer().raw) return { answer: tap.answer(), visited: tap.visited() }
  const html = await snapshot(lease.session, lease.mainFrameId, maxBytes)
  if (html === undefined) tap.tooLarge()
  // Then Chromium shows a page of its own.
  if (html === '' && tap.isLost()) throw new NavigationLost()
  return { answer: tap.answer(), visited: tap.visited(), html }
}

/** The page moved on to an address that gave no answer. */
export class NavigationLost extends Error {
  override readonly name = 'NavigationLost'
  override readonly message = 'The page moves on to an address that does not answer'
}

/** Waits for what the caller named; when nothing was named, until the page comes to rest. */
async function rest({ lease, traffic, options }: OpenPage, signal: AbortSignal): Promise<void> {
  const { waitCondition, waitFor, waitForTimeoutMs } = options
  if (waitCondition === undefined && waitFor === undefined) await settle(lease, traffic, signal)
  if (waitCondition === 'load') await waitForLoad(lease, signal)
  if (waitCondition === 'networkidle') await traffic.quiet('all', IDLE_QUIET_MS, IDLE_MAX_MS, signal)
  if (typeof waitFor === 'number') await sleep(waitFor, signal)
  if (typeof waitFor === 'string') {
    await waitForElement(lease, waitFor, waitForTimeoutMs ?? LIMITS.waitForMs.default, signal)
  }
}

/** `networkidle`: no request for half a second, as the field's tools define it. A page that never idles is read so. */
const IDLE_QUIET_MS = 500
const IDLE_MAX_MS = 20_000

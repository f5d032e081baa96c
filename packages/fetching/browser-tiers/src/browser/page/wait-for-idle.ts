import { sleep } from '@gleaner/runtime'
import type { Traffic } from '../network/traffic.ts'
import type { Lease } from '../pool/lease.ts'
import { beside, runInDocument } from '../protocol/run-in-page.ts'
import { contentFrames, readableText, type ShownContent, shownContent } from './shown-content.ts'
import { untilStable } from './until-stable.ts'

/** A page is idle when scripts ask for nothing and change nothing for this long. */
const QUIET_MS = 100
/** The same for a page with little text beside scripts: it may wait for a timer of its own, or for another answer. */
const THIN_QUIET_MS = 400
/** A page that is never idle is read after this long. */
const MAX_MS = 5_000
/** So little text beside scripts, after becoming idle, is what stands while an application starts. */
const SPARSE_TEXT = 120
const SPARSE_EXTRA_MS = 2_500
/** With less text than this a page that tells that it is loading has not shown its content yet. */
const THIN_TEXT = 500

export interface Waited {
  isLoading: boolean
  /** Of the document, when it was looked at last (`ShownContent`). */
  size?: number
}

/**
 * Waits until the page is idle: no request that matters in flight, and a DOM that does not change. Resolves to whether
 * it tells that its content is still to come, or got more of it until the end.
 */
export async function waitForIdle(
  lease: Lease,
  traffic: Traffic,
  signal: AbortSignal,
  maxMs = MAX_MS,
): Promise<Waited> {
  const until = performance.now() + maxMs
  const left = () => Math.max(0, until - performance.now())
  let content = await untilQuiet(lease, traffic, left, signal)
  if (content.text + content.around < SPARSE_TEXT) {
    const patience = Math.min(left(), SPARSE_EXTRA_MS)
    content = await waitForStableDom(lease, { maxMs: patience, minText: SPARSE_TEXT }, signal)
    if (traffic.isBusy()) content = await untilQuiet(lease, traffic, left, signal)
  }
  const isCut = left() === 0
  const isUnready = isLoading(content, traffic) || (isCut && (await isGrowing(lease, content, signal)))
  return { isLoading: isUnready, size: content.size }
}

/** Whether a page that the time has run out on has got more since `before`: it builds itself still. */
async function isGrowing(lease: Lease, before: ShownContent, signal: AbortSignal): Promise<boolean> {
  const now = await waitForStableDom(lease, { maxMs: SECOND_LOOK_MS }, signal)
  return now.size > GROWTH * before.size
}

const SECOND_LOOK_MS = 500
/** What changes by less is a clock, a counter, the next of some headlines. */
const GROWTH = 1.02

/** One request leads to the next, and to changes of the page: all of it is waited for, but no background traffic. */
async function untilQuiet(
  lease: Lease,
  traffic: Traffic,
  left: () => number,
  signal: AbortSignal,
): Promise<ShownContent> {
  let quietMs = QUIET_MS
  for (let sizeBefore: number | undefined; ; ) {
    await traffic.quiet('meaningful', 0, left(), signal)
    const before = traffic.count()
    const content = await waitForStableDom(lease, { quietMs, maxMs: left() }, signal)
    const isThin = content.text < THIN_TEXT
    const isQuiet = !traffic.isBusy() && traffic.count() === before
    if (left() === 0 || (isQuiet && (!isThin || quietMs === THIN_QUIET_MS))) return content
    if (!isThin && content.size === sizeBefore) return content
    sizeBefore = content.size
    if (isQuiet) quietMs = THIN_QUIET_MS
  }
}

/** Waits for the content of a page that tells that it is loading, or grows; resolves to whether it still does in the end. */
export async function waitForContent(
  lease: Lease,
  traffic: Traffic,
  signal: AbortSignal,
  { size = 0 }: Waited,
): Promise<{ isLoading: boolean }> {
  const startedAt = performance.now()
  for (let before = size; ; ) {
    const content = await waitForStableDom(lease, { maxMs: LOOK_MS, minText: SPARSE_TEXT }, signal)
    const hasGrown = before > 0 && content.size > GROWTH * before
    before = content.size
    // Motion without words may be decoration.
    const isDecoration = content.loading === 'moves' && !traffic.isBusy() && !hasGrown
    if (!hasGrown && !isLoading(content, traffic)) return { isLoading: false }
    const patience = isDecoration ? MOVING_MAX_MS : LOADING_MAX_MS
    if (performance.now() - startedAt > patience) return { isLoading: !isDecoration }
  }
}

const LOOK_MS = 1_000
const MOVING_MAX_MS = 3_000
const LOADING_MAX_MS = 10_000

function isLoading({ text, loading }: ShownContent, traffic: Traffic): boolean {
  return text < THIN_TEXT && (loading !== undefined || traffic.isBusy())
}

/** `networkidle`: no request for half a second, as Playwright defines it. A page that never idles is read after a while. */
export async function waitForNetworkIdle(traffic: Traffic, signal: AbortSignal): Promise<void> {
  await traffic.quiet('all', NETWORK_QUIET_MS, NETWORK_MAX_MS, signal)
}

const NETWORK_QUIET_MS = 500
const NETWORK_MAX_MS = 20_000

/** Waits for the load event: images and styles are there too. A page that never finishes is read after a while. */
export async function waitForLoad(lease: Lease, signal: AbortSignal): Promise<void> {
  await acrossDocuments(lease, LOAD_MAX_MS, signal, (slice) =>
    runInDocument(lease.session, lease.mainFrameId, untilLoaded, slice),
  )
}

const LOAD_MAX_MS = 20_000

/** An element that a caller waits for did not come. */
export class ElementMissing extends Error {
  override readonly name = 'ElementMissing'
}

/** Waits for an element in the DOM. Throws ElementMissing when `timeoutMs` pass without it. */
export async function waitForElement(
  lease: Lease,
  selector: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  const found = await acrossDocuments(lease, timeoutMs, signal, (slice) =>
    runInDocument(lease.session, lease.mainFrameId, untilMatched, selector, slice),
  )
  if (found === 'invalid') throw new ElementMissing(`wait_for is not a valid CSS selector: ${selector}`)
  if (found !== true) throw new ElementMissing(`No element matched ${selector} within ${timeoutMs} ms`)
}

async function waitForStableDom(
  lease: Lease,
  { quietMs = QUIET_MS, maxMs, minText = 0 }: { quietMs?: number; maxMs: number; minText?: number },
  signal: AbortSignal,
): Promise<ShownContent> {
  const content = await acrossDocuments(lease, maxMs, signal, (slice) =>
    runInDocument(lease.session, lease.mainFrameId, UNTIL_STABLE, quietMs, slice, minText, THIN_TEXT),
  )
  return content ?? { text: 0, around: 0, size: 0 }
}

const UNTIL_STABLE = beside(untilStable, shownContent, readableText, contentFrames)

/** Evaluates again in the next document when the page navigates meanwhile. */
async function acrossDocuments<T>(
  { session }: Lease,
  maxMs: number,
  signal: AbortSignal,
  run: (sliceMs: number) => Promise<T>,
): Promise<T | undefined> {
  const until = performance.now() + maxMs
  for (;;) {
    const slice = Math.max(0, until - performance.now())
    try {
      return await run(slice)
    } catch (error) {
      signal.throwIfAborted()
      if (session.detached || performance.now() > until) throw error
      await sleep(AFTER_LEAVING_MS, signal)
    }
  }
}

const AFTER_LEAVING_MS = 50

function untilLoaded(maxMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = () => resolve(document.readyState === 'complete')
    if (document.readyState === 'complete') return finish()
    addEventListener('load', finish, { once: true })
    setTimeout(finish, maxMs)
  })
}

function untilMatched(selector: string, maxMs: number): Promise<boolean | 'invalid'> {
  return new Promise((resolve) => {
    const matches = () => {
      try {
        return document.querySelector(selector) !== null
      } catch {
        return 'invalid' as const
      }
    }
    const first = matches()
    if (first !== false) return resolve(first)
    const finish = (result: boolean) => {
      observer.disconnect()
      clearTimeout(limit)
      resolve(result)
    }
    const limit = setTimeout(() => finish(false), maxMs)
    const observer = new MutationObserver(() => {
      if (matches() === true) finish(true)
    })
    observer.observe(document, { childList: true, subtree: true, attributes: true })
  })
}

import { sleep } from '@gleaner/runtime'
import type { Traffic } from '../network/traffic.ts'
import type { Lease } from '../pool/lease.ts'
import { runInDocument } from '../protocol/run-in-page.ts'

/** A page is idle when scripts ask for nothing and change nothing for this long. */
const QUIET_MS = 100
/** A page that is never idle is read after this long. */
const MAX_MS = 5_000
/** So little text beside scripts, after becoming idle, means that the page may still wait for a timer of its own. */
const SPARSE_TEXT = 120
const SPARSE_EXTRA_MS = 1_500

/** Waits until the page is idle: no request that matters in flight, and a DOM that does not change. */
export async function waitForIdle(
  lease: Lease,
  traffic: Traffic,
  signal: AbortSignal,
  maxMs = MAX_MS,
): Promise<void> {
  const until = performance.now() + maxMs
  const left = () => Math.max(0, until - performance.now())
  await traffic.quiet('meaningful', 0, left(), signal)
  let text = await waitForStableDom(lease, QUIET_MS, left(), 0, signal)
  await traffic.quiet('meaningful', 0, left(), signal)
  if (text < SPARSE_TEXT) {
    text = await waitForStableDom(lease, QUIET_MS, Math.min(left(), SPARSE_EXTRA_MS), SPARSE_TEXT, signal)
    await traffic.quiet('meaningful', 0, left(), signal)
  }
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

/**
 * Waits until the DOM did not change for a while and has at least `minText` characters; returns how many it has. A
 * page without scripts has all it will ever have.
 */
async function waitForStableDom(
  lease: Lease,
  quietMs: number,
  maxMs: number,
  minText: number,
  signal: AbortSignal,
): Promise<number> {
  const text = await acrossDocuments(lease, maxMs, signal, (slice) =>
    runInDocument(lease.session, lease.mainFrameId, untilDomIsStable, quietMs, slice, minText, SPARSE_TEXT),
  )
  return text === undefined ? 0 : text
}

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

function untilDomIsStable(quietMs: number, maxMs: number, minText: number, enough: number): Promise<number> {
  return new Promise((resolve) => {
    /** Counts no further than it matters. */
    const textLength = () => {
      if (document.scripts.length === 0 || document.body === null) return Number.MAX_SAFE_INTEGER
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      let length = 0
      while (length < enough && texts.nextNode()) {
        const { parentElement, data } = texts.currentNode as Text
        if (!parentElement?.matches('script, style, noscript, template')) length += data.trim().length
      }
      return length
    }
    const finish = () => {
      observer.disconnect()
      clearTimeout(quiet)
      clearTimeout(limit)
      resolve(textLength())
    }
    const finishWhenEnough = () => {
      if (minText === 0 || textLength() >= minText) finish()
    }
    const limit = setTimeout(finish, maxMs)
    let quiet = setTimeout(finishWhenEnough, quietMs)
    const observer = new MutationObserver(() => {
      clearTimeout(quiet)
      quiet = setTimeout(finishWhenEnough, quietMs)
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
  })
}

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

import { sleep } from '@gleaner/runtime'
import type { Traffic } from '../network/traffic.ts'
import type { Lease } from '../pool/lease.ts'
import { runInPage } from '../protocol/run-in-page.ts'

/** How long the page may load what a step of scrolling asked for. */
const STEP_MAX_MS = 3_000
const STEP_QUIET_MS = 200

/** Scrolls down `count` screens, waiting each time for what is loaded; ends early at a bottom that does not move. */
export async function scrollDown(
  lease: Lease,
  traffic: Traffic,
  count: number,
  signal: AbortSignal,
): Promise<void> {
  let unmoved = 0
  for (let step = 0; step < count && unmoved < 2; step++) {
    const moved = await scrollBy(lease, 0.9)
    // Lists notice the scrolling in the next frame, and only then ask for more.
    await sleep(STEP_QUIET_MS, signal)
    await traffic.quiet('meaningful', STEP_QUIET_MS, STEP_MAX_MS, signal)
    unmoved = moved ? 0 : unmoved + 1
  }
}

/**
 * Scrolls the page, or the element that `selector` names, by pixels or (below 10) by screens. Resolves to whether it
 * moved.
 */
export function scrollBy(
  { session, mainFrameId }: Lease,
  amount: number,
  selector?: string,
): Promise<boolean> {
  return runInPage(session, mainFrameId, scroll, amount, selector ?? '')
}

function scroll(amount: number, selector: string): Promise<boolean> {
  const chosen = selector === '' ? null : document.querySelector(selector)
  const top = Math.abs(amount) < 10 ? amount * innerHeight : amount
  const box = chosen ?? document.scrollingElement ?? document.documentElement
  const before = box.scrollTop
  box.scrollBy({ top, behavior: 'instant' })
  const moved = box.scrollTop !== before
  // Scroll listeners run in the next frame, intersection observers in the one after it.
  return new Promise((resolve) => {
    const finish = () => resolve(moved)
    setTimeout(finish, 500)
    requestAnimationFrame(() => requestAnimationFrame(finish))
  })
}

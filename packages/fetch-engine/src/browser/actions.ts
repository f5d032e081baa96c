import type { Action } from '@gleaner/contracts'
import { sleep } from '@gleaner/runtime'
import type { ElementHandle, KeyInput } from 'puppeteer-core'
import type { ActionResult } from '../fetcher.ts'
import type { Lease } from './lease.ts'
import { screenshotOf } from './print.ts'
import { scrollBy } from './scroll.ts'

/** How long a step waits for the element it names. */
const ELEMENT_TIMEOUT_MS = 10_000
/** After a step that may start something, what it started gets this long. */
const REACTION_MS = 50

type Run<T extends Action['type']> = (
  lease: Lease,
  action: Extract<Action, { type: T }>,
  signal: AbortSignal,
) => Promise<Partial<ActionResult> | undefined>

/** One entry per kind of step. */
const RUN: { [T in Action['type']]: Run<T> } = {
  async wait(lease, { ms, selector }, signal) {
    if (selector !== undefined) await element(lease, selector, signal, ms ?? ELEMENT_TIMEOUT_MS)
    else await sleep(ms ?? 0, signal)
  },
  async click(lease, { selector }, signal) {
    await (await element(lease, selector, signal)).click()
  },
  async type(lease, { selector, text }, signal) {
    await (await element(lease, selector, signal)).type(text)
  },
  async press({ page }, { key }) {
    await page.keyboard.press(key as KeyInput)
  },
  async scroll(lease, { direction, amount, selector }, signal) {
    const sign = direction === 'up' ? -1 : 1
    if (selector === undefined) return void (await scrollBy(lease, sign * (amount ?? 0.9)))
    const handle = await element(lease, selector, signal)
    if (amount === undefined) await handle.scrollIntoView()
    else await scrollBy(lease, sign * amount, selector)
  },
  async select(lease, { selector, value }, signal) {
    const chosen = await (await element(lease, selector, signal)).select(value)
    if (!chosen.includes(value)) throw new StepFailed(`No option of ${selector} has the value "${value}"`)
  },
  async hover(lease, { selector }, signal) {
    await (await element(lease, selector, signal)).hover()
  },
  async screenshot({ page }) {
    return { screenshot: await screenshotOf(page, { fullPage: false }) }
  },
}

/** Takes the steps in order until one fails; what is not reached is not in the results. */
export async function runActions(
  lease: Lease,
  actions: readonly Action[],
  signal: AbortSignal,
): Promise<ActionResult[]> {
  const results: ActionResult[] = []
  for (const action of actions) {
    const result = await runAction(lease, action, signal)
    results.push(result)
    if (!result.ok) break
  }
  return results
}

async function runAction(lease: Lease, action: Action, signal: AbortSignal): Promise<ActionResult> {
  const { type } = action
  try {
    const run = RUN[type] as Run<Action['type']>
    const extra = await run(lease, action, signal)
    await sleep(REACTION_MS, signal)
    return { type, ok: true, ...extra }
  } catch (error) {
    signal.throwIfAborted()
    return { type, ok: false, error: explain(error) }
  }
}

async function element(
  lease: Lease,
  selector: string,
  signal: AbortSignal,
  timeout = ELEMENT_TIMEOUT_MS,
): Promise<ElementHandle> {
  const handle = await lease.page.waitForSelector(selector, { timeout, signal })
  if (handle === null) throw new StepFailed(`No element matches ${selector}`)
  return handle
}

class StepFailed extends Error {
  override readonly name = 'StepFailed'
}

/** What the caller is told; the library's own wording only where it says more than ours. */
function explain(error: unknown): string {
  const { name, message } = error as Error
  if (name === 'TimeoutError') return message
  return message.split('\n', 1)[0]!.slice(0, 300)
}

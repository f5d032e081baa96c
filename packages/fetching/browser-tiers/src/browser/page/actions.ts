import type { Action } from '@gleaner/contracts'
import type { ActionResult } from '@gleaner/http-tiers'
import { sleep } from '@gleaner/runtime'
import type { KeyInput } from 'puppeteer-core'
import type { Lease } from '../pool/lease.ts'
import { runInPage } from '../protocol/run-in-page.ts'
import { runScript } from './run-script.ts'
import { takeScreenshot } from './screenshot-pdf.ts'
import { scrollBy } from './scroll.ts'
import { waitForElement } from './wait-for-idle.ts'

/** How long a step waits for the element it names. */
const ELEMENT_TIMEOUT_MS = 10_000
/** After a step that may start something, what it started gets this long. */
const REACTION_MS = 50
/** How long a mouse button is held down. */
const PRESS_MS = 30
/** Longer texts are pasted. */
const TYPED_CHARS = 200

type Run<T extends Action['type']> = (
  lease: Lease,
  action: Extract<Action, { type: T }>,
  signal: AbortSignal,
) => Promise<Partial<ActionResult> | undefined>

/** One entry per kind of step. */
const RUN: { [T in Action['type']]: Run<T> } = {
  async wait(lease, { ms, selector }, signal) {
    if (selector !== undefined) await waitForElement(lease, selector, ms ?? ELEMENT_TIMEOUT_MS, signal)
    else await sleep(ms ?? 0, signal)
  },
  async click(lease, { selector }, signal) {
    const { x, y } = await spotOf(lease, selector, signal)
    await lease.page.mouse.click(x, y, { delay: PRESS_MS })
  },
  async type(lease, { selector, text }, signal) {
    await waitForElement(lease, selector, ELEMENT_TIMEOUT_MS, signal)
    await runInPage(lease.session, lease.mainFrameId, focusOn, selector)
    if (text.length > TYPED_CHARS) await lease.page.keyboard.sendCharacter(text)
    else await lease.page.keyboard.type(text)
  },
  async press({ page }, { key }) {
    await page.keyboard.press(key as KeyInput)
  },
  async scroll(lease, { direction, amount, selector }, signal) {
    const sign = direction === 'up' ? -1 : 1
    if (selector === undefined) return void (await scrollBy(lease, sign * (amount ?? 0.9)))
    if (amount === undefined) return void (await spotOf(lease, selector, signal))
    await waitForElement(lease, selector, ELEMENT_TIMEOUT_MS, signal)
    await scrollBy(lease, sign * amount, selector)
  },
  async select(lease, { selector, value }, signal) {
    await waitForElement(lease, selector, ELEMENT_TIMEOUT_MS, signal)
    const chosen = await runInPage(lease.session, lease.mainFrameId, choose, selector, value)
    if (!chosen) throw new StepFailed(`${selector} has no option with the value "${value}"`)
  },
  async hover(lease, { selector }, signal) {
    const { x, y } = await spotOf(lease, selector, signal)
    await lease.page.mouse.move(x, y, { steps: 3 })
  },
  async execute_js(lease, { script }, signal) {
    return { value: await runScript(lease, script, signal) }
  },
  async screenshot(lease) {
    return { screenshot: await takeScreenshot(lease, { fullPage: false }) }
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

/** Waits for an element, brings it into view and returns its centre. */
async function spotOf(
  lease: Lease,
  selector: string,
  signal: AbortSignal,
): Promise<{ x: number; y: number }> {
  await waitForElement(lease, selector, ELEMENT_TIMEOUT_MS, signal)
  const spot = await runInPage(lease.session, lease.mainFrameId, bringIntoView, selector)
  if (spot === null) throw new StepFailed(`${selector} is not shown`)
  return spot
}

function bringIntoView(selector: string): { x: number; y: number } | null {
  const element = document.querySelector(selector)
  element?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const box = element?.getBoundingClientRect()
  return box === undefined || box.width === 0 || box.height === 0
    ? null
    : { x: box.left + box.width / 2, y: box.top + box.height / 2 }
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}

function choose(selector: string, value: string): boolean {
  const list = document.querySelector(selector)
  if (!(list instanceof HTMLSelectElement)) return false
  const option = [...list.options].find((one) => one.value === value || one.label === value)
  if (option === undefined) return false
  option.selected = true
  list.dispatchEvent(new Event('input', { bubbles: true }))
  list.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}

class StepFailed extends Error {
  override readonly name = 'StepFailed'
}

/** The error for the caller: the first line of its message, at most 300 characters. */
function explain(error: unknown): string {
  return (error as Error).message.split('\n', 1)[0]!.slice(0, 300)
}

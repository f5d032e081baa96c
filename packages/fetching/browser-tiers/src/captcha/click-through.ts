import type { Lease } from '../browser/pool/lease.ts'
import { runInPage } from '../browser/protocol/run-in-page.ts'

/** Clicks an element once as a person does; false when it cannot be clicked. */
export async function clickThrough(
  { page, session, mainFrameId }: Lease,
  { selector }: { selector: string },
): Promise<boolean> {
  await runInPage(session, mainFrameId, bringIntoView, selector)
  const spot = await runInPage(session, mainFrameId, spotToClick, selector)
  if (spot === null) return false
  await page.mouse.move(spot.x - 40, spot.y - 25, { steps: 3 })
  await page.mouse.click(spot.x, spot.y, { delay: 60 })
  return true
}

/** Sends a form as its button would; one that is gone has been sent by the page itself. */
export function sendForm({ session, mainFrameId }: Lease, selector: string): Promise<void> {
  return runInPage(session, mainFrameId, requestSubmit, selector)
}

function requestSubmit(selector: string): void {
  document.querySelector<HTMLFormElement>(selector)?.requestSubmit()
}

function bringIntoView(selector: string): void {
  document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** The box to tick: inside the element or its shadow root, else the left edge of the element, where widgets have it. */
function spotToClick(selector: string): { x: number; y: number } | null {
  const element = document.querySelector(selector)
  if (element === null) return null
  const boxes = 'input[type=checkbox], [role=checkbox], button, [role=button], .captcha'
  const inner = element.shadowRoot?.querySelector(boxes) ?? element.querySelector(boxes)
  const { left, top, width, height } = (inner ?? element).getBoundingClientRect()
  // One click for one element: a second one would undo the first.
  element.setAttribute('data-w', 'done')
  if (width === 0 || height === 0) return null
  const isWide = width > 150
  return { x: left + (isWide ? 28 : width / 2), y: top + height / 2 }
}

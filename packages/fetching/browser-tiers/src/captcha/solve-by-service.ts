import type { Lease } from '../browser/pool/lease.ts'
import { runInPage } from '../browser/protocol/run-in-page.ts'
import { ANSWER_FIELDS, WIDGETS } from './challenge-selectors.ts'
import type { Challenge } from './find-challenge.ts'
import type { Solver } from './solver.ts'
import { ANSWER_EVENT } from './widget-recorder.ts'

/** Has the solver solve a widget and enters the token into the page. False when the solver has none. */
export async function solveByService(
  { page, session, mainFrameId }: Lease,
  { vendor, sitekey, action, data, invisible }: Extract<Challenge, { kind: 'widget' }>,
  solver: Solver,
  signal: AbortSignal,
): Promise<boolean> {
  const userAgent = await runInPage(session, mainFrameId, () => navigator.userAgent)
  const puzzle = { vendor, sitekey, action, data, invisible, userAgent, pageUrl: page.url() }
  const token = await solver.solve(puzzle, signal)
  if (token === undefined) return false
  const { box } = WIDGETS.find((widget) => widget.vendor === vendor)!
  await runInPage(session, mainFrameId, enterAnswer, {
    token,
    box,
    fields: ANSWER_FIELDS[vendor],
    event: ANSWER_EVENT,
  })
  return true
}

interface Entry {
  token: string
  box: string
  fields: readonly string[]
  event: string
}

/**
 * Fills the fields that the widget would have filled and calls the page's callback; without a callback the form is
 * submitted.
 */
function enterAnswer({ token, box, fields, event }: Entry): void {
  const element = document.querySelector(box)
  const existing = fields.flatMap((name) => [...document.getElementsByName(name)]) as HTMLTextAreaElement[]
  const form = element?.closest('form') ?? existing[0]?.form ?? null
  for (const field of existing) field.value = token
  if (form && !existing.some((field) => field.form === form)) {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name: fields[0], value: token })
    form.append(field)
  }
  const hasNoCallback = document.dispatchEvent(new CustomEvent(event, { detail: token, cancelable: true }))
  if (hasNoCallback) form?.requestSubmit()
}

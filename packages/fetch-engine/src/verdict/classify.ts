import { GENERIC_RULES } from './block-markers.ts'
import { type BlockRule, findRule } from './block-rule.ts'
import { contentOf } from './content.ts'
import { findShell } from './empty-shell.ts'
import { type PageView, viewAnswer, viewPage } from './page-view.ts'
import { isServerError, OUTAGE, OUTAGE_FRAMES, refusalOf, type StatusMeaning } from './statuses.ts'
import { VENDOR_RULES } from './vendors.ts'
import type { Answer, Verdict } from './verdict.ts'
import { findWall } from './walls.ts'

export type { Answer, Verdict } from './verdict.ts'

/**
 * What an answer is worth. Pure, and it alone decides what an attempt came to: first whether a known wall stands
 * there (whatever the status says), then the status, then the content.
 */
export function classify(answer: Answer): Verdict {
  const { status, rendered } = answer
  const content = contentOf(answer)
  const isRead = content.kind === 'markup' || (content.kind === 'other' && status >= 400)
  const page = isRead ? viewAnswer(answer) : viewPage('')

  const vendor = findRule(VENDOR_RULES, answer, page)
  if (vendor) return blockedBy(vendor)
  // An API that speaks other formats means its 406.
  const refusal = status === 406 && content.kind === 'other' ? undefined : refusalOf(status)
  if (refusal && !isOutage(answer, page)) {
    const generic = findRule(GENERIC_RULES, answer, page)
    return generic && generic.by !== 'unknown'
      ? blockedBy(generic)
      : refused(answer, refusal, generic?.challenge ?? false)
  }
  if (isServerError(status) || refusal) {
    return { kind: 'server_error', detail: `The target answered ${status}`, rule: `status-${status}` }
  }
  if (status >= 400) return { kind: 'delivered', rule: `status-${status}` }
  if (answer.overflow)
    return { kind: 'too_large', detail: 'The page is larger than allowed', rule: 'overflow' }
  if (content.kind === 'unsupported') return { kind: 'unsupported', detail: content.detail, rule: 'content' }
  if (content.kind === 'other') return { kind: 'delivered', rule: 'document' }

  const generic = findRule(GENERIC_RULES, answer, page)
  if (generic) return blockedBy(generic)
  const wall = findWall(answer, page)
  if (wall) return { kind: 'blocked', challenge: false, ...wall }
  if (rendered) return { kind: 'delivered', rule: 'rendered' }
  if (isEmpty(answer))
    return { kind: 'empty_shell', detail: 'The target sent an empty page', rule: 'empty-body' }
  const shell = page.isMarkup ? findShell(page, answer.finalUrl) : undefined
  return shell ? { kind: 'empty_shell', ...shell } : { kind: 'delivered', rule: 'content' }
}

function blockedBy({ by, challenge, detail, id }: BlockRule): Verdict {
  return { kind: 'blocked', by, challenge, detail, rule: id }
}

function refused({ status, headers }: Answer, meaning: StatusMeaning, challenge: boolean): Verdict {
  const wantsLogin = status === 401 && headers['www-authenticate'] !== undefined
  const by = wantsLogin ? 'http-auth' : meaning.by
  return { kind: 'blocked', by, challenge, detail: `${meaning.detail} (${status})`, rule: `status-${status}` }
}

/** A 503 of a server that says itself that it found nobody behind it. */
function isOutage({ status }: Answer, { text, markup }: PageView): boolean {
  return status === 503 && (OUTAGE.test(text) || OUTAGE_FRAMES.some((frame) => markup.includes(frame)))
}

/** Nothing at all where a page was asked for: some targets answer clients they distrust that way. */
function isEmpty({ status, method, body }: Answer): boolean {
  if (status === 204 || status === 205 || status >= 300 || (method ?? 'GET') !== 'GET') return false
  return body.length < 64 && Buffer.from(body).toString('latin1').trim() === ''
}

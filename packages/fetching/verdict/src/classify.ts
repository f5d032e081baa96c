import type { Wall } from '@gleaner/contracts'
import { GENERIC_RULES } from './block-markers.ts'
import { type BlockRule, findRule } from './block-rule.ts'
import { contentOf } from './content.ts'
import { findForward, findShell } from './empty-shell.ts'
import { findFramedWall } from './framed-walls.ts'
import { findLoginOrConsentWall } from './login-consent-walls.ts'
import { findNetworkFilter } from './network-filters.ts'
import { findOneLineWall } from './one-line-walls.ts'
import { pageFeatures, responseFeatures } from './read-page.ts'
import { isServerError, refusalOf, type StatusMeaning } from './statuses.ts'
import { VENDOR_RULES } from './vendors.ts'
import type { TargetResponse, Verdict } from './verdict.ts'

export type { TargetResponse, Verdict } from './verdict.ts'

/**
 * The verdict on a response. Pure, and it alone decides the outcome of an attempt: first whether it is a known block
 * page (whatever the status says), then the status, then the content.
 */
export function classify(response: TargetResponse): Verdict {
  const { status, rendered } = response
  const content = contentOf(response)
  const isRead = content.kind === 'markup' || (content.kind === 'other' && status >= 400)
  const page = isRead ? responseFeatures(response) : pageFeatures('')

  const vendor = findRule(VENDOR_RULES, response, page)
  if (vendor) return blockedBy(vendor, status)
  // An API that speaks other formats means its 406.
  const refusal = status === 406 && content.kind === 'other' ? undefined : refusalOf(status)
  if (refusal) {
    const generic = findRule(GENERIC_RULES, response, page)
    if (generic && generic.by !== 'unknown') return blockedBy(generic, status)
    // A 503 that says nothing of the visitor is an outage.
    if (generic || status !== 503) return refused(response, refusal, generic?.wall)
  }
  if (isServerError(status) || refusal) {
    return { kind: 'server_error', detail: `The target answered ${status}`, rule: `status-${status}` }
  }
  if (status >= 400) return { kind: 'delivered', rule: `status-${status}` }
  if (response.overflow)
    return { kind: 'too_large', detail: 'The page is larger than allowed', rule: 'overflow' }
  if (content.kind === 'unsupported') return { kind: 'unsupported', detail: content.detail, rule: 'content' }
  if (content.kind === 'other') return { kind: 'delivered', rule: 'document' }

  const forward = rendered ? undefined : findForward(page, response.finalUrl)
  if (forward) return { kind: 'empty_shell', ...forward }
  const generic = findRule(GENERIC_RULES, response, page) ?? findFramedWall(page)
  if (generic) return blockedBy(generic, status)
  const wall = findLoginOrConsentWall(response, page)
  if (wall) return { kind: 'blocked', by: wall.wall, ...wall }
  const filter = findNetworkFilter(response, page) ?? findOneLineWall(page)
  if (filter) return blockedBy(filter, status)
  if (page.isEmpty && wantsContent(response)) return EMPTY
  if (rendered) return { kind: 'delivered', rule: 'rendered' }
  const shell = page.isMarkup ? findShell(page, response.finalUrl) : undefined
  return shell ? { kind: 'empty_shell', ...shell } : { kind: 'delivered', rule: 'content' }
}

/** A vendor that turns a visitor away for a while says so by the status. */
function blockedBy({ by, wall, detail, id }: BlockRule, status: number): Verdict {
  const isRate = wall === 'refusal' && refusalOf(status)?.wall === 'rate_limit'
  return { kind: 'blocked', wall: isRate ? 'rate_limit' : wall, by, detail, rule: id }
}

function refused(
  { status, headers }: TargetResponse,
  meaning: StatusMeaning,
  met: Wall = 'refusal',
): Verdict {
  const common = {
    kind: 'blocked',
    detail: `${meaning.detail} (${status})`,
    rule: `status-${status}`,
  } as const
  if (status === 401 && headers['www-authenticate'] !== undefined)
    return { ...common, wall: 'http_auth', by: 'http-auth' }
  return { ...common, wall: met === 'refusal' ? meaning.wall : met, by: meaning.by }
}

/** Nothing at all where a page was requested: some targets answer clients they distrust that way. */
const EMPTY: Verdict = { kind: 'empty_shell', detail: 'The target sent an empty page', rule: 'empty-body' }

/** Only a GET asks for content, a 204 or 205 says that there is none, and a redirect without an address may have none. */
function wantsContent({ status, method }: TargetResponse): boolean {
  return status !== 204 && status !== 205 && status < 300 && (method ?? 'GET') === 'GET'
}

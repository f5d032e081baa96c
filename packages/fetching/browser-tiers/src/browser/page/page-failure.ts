import { AddressNotAllowed, type Egress } from '@gleaner/egress'
import type { FetchOutcome, FetchRequest } from '@gleaner/http-tiers'
import { plainHttpRefusal } from '@gleaner/http-tiers'
import { BrowserLost } from '../budgets/browser-lost.ts'
import { OverBudget } from '../budgets/page-budgets.ts'
import type { Progress } from '../progress.ts'
import { NavigationLost } from './capture-page.ts'
import { navigationFailure, netErrorOf } from './navigation-errors.ts'
import { ElementMissing } from './wait-for-idle.ts'

/** The outcome of a visit that ended in an error. Errors of our own code are thrown on. */
export async function failureOf(
  error: unknown,
  request: FetchRequest,
  egress: Egress,
  progress: Progress,
): Promise<FetchOutcome> {
  const { url, method, site } = request
  if (error instanceof ElementMissing) {
    return { kind: 'failed', reason: 'timeout', detail: error.message, mayHaveBeenSent: true }
  }
  if (error instanceof BrowserLost) {
    return { kind: 'failed', reason: 'network_error', detail: error.message, mayHaveBeenSent: progress.sent }
  }
  if (error instanceof OverBudget) {
    const sent = progress.sent && method !== 'GET' ? ` The ${method} request was sent before.` : ''
    const detail = error.message + sent
    return { kind: 'failed', reason: 'resource_limit', detail, mayHaveBeenSent: progress.sent }
  }
  const isLost = error instanceof NavigationLost
  const { leadTo } = progress
  if (leadTo !== undefined && !site && (isLost || netErrorOf(error) !== undefined)) {
    const refused = plainHttpRefusal(request, leadTo) ?? (await refusalBy(egress, leadTo))
    const detail = `The target redirects to a refused address: ${refused}`
    if (refused) return { kind: 'failed', reason: 'not_allowed', detail, mayHaveBeenSent: true }
  }
  if (isLost) return { kind: 'failed', reason: 'network_error', detail: error.message, mayHaveBeenSent: true }
  const refused =
    !site && netErrorOf(error) === 'ERR_TUNNEL_CONNECTION_FAILED' && (await refusalBy(egress, url))
  if (refused) return { kind: 'failed', reason: 'not_allowed', detail: refused, mayHaveBeenSent: false }
  const failure = navigationFailure(error)
  if (failure === undefined) throw error
  return { kind: 'failed', ...failure }
}

/** Chromium does not report why a tunnel was refused, so the egress policy is checked again. */
async function refusalBy(egress: Egress, url: string): Promise<string | undefined> {
  try {
    const { hostname, port, protocol } = egress.checkUrl(url)
    const defaultPort = protocol === 'https:' ? 443 : 80
    await egress.resolve(hostname.replace(/^\[|\]$/g, ''), Number(port || defaultPort))
    return undefined
  } catch (error) {
    return error instanceof AddressNotAllowed ? error.message : undefined
  }
}

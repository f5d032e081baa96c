import type { FetchedPage, FetchOutcome } from '../fetcher.ts'
import { readRetryAfter } from './retry-after.ts'
import type { Verdict } from './verdict.ts'

/** The outcome of an attempt whose response got this verdict. */
export function outcomeOf(verdict: Verdict, page: FetchedPage): FetchOutcome {
  const { status } = page
  if (verdict.kind === 'delivered') return { kind: 'page', page }
  if (verdict.kind === 'blocked') {
    const { by, detail, challenge } = verdict
    const retryAfterMs = readRetryAfter(page.headers['retry-after'], Date.now())
    return { kind: 'blocked', by, status, detail, challenge, retryAfterMs }
  }
  return { kind: 'failed', reason: verdict.kind, detail: verdict.detail, status, mayHaveBeenSent: true }
}

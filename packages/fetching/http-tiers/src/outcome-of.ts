import type { Wall } from '@gleaner/contracts'
import { readRetryAfter } from '@gleaner/runtime/retry-after'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { Verdict } from '@gleaner/verdict'
import type { FetchedPage, FetchOutcome, FetchRequest } from './fetcher.ts'

/** The outcome of an attempt whose response got this verdict. */
export function outcomeOf(
  verdict: Verdict,
  page: FetchedPage,
  { takesWalls, maxBytes }: Partial<Pick<FetchRequest, 'takesWalls' | 'maxBytes'>> = {},
): FetchOutcome {
  const { status } = page
  if (verdict.kind === 'delivered' || (takesWalls && isWall(verdict, status))) return { kind: 'page', page }
  if (verdict.kind === 'blocked') {
    const { wall, by, detail } = verdict
    const retryAfterMs = readRetryAfter(page.headers['retry-after'])
    return { kind: 'blocked', wall, by, status, detail, retryAfterMs }
  }
  const limit = verdict.kind === 'too_large' && maxBytes !== undefined ? `: ${sizeOf(maxBytes)} at most` : ''
  return {
    kind: 'failed',
    reason: verdict.kind,
    detail: verdict.detail + limit,
    status,
    mayHaveBeenSent: true,
  }
}

function sizeOf(bytes: number): string {
  return bytes < MEGABYTE ? `${bytes} bytes` : `${Math.floor(bytes / MEGABYTE)} MB`
}

/** What a site shows to whom it does not know, or shows only to browsers; a wall against robots is none of it. */
function isWall(verdict: Verdict, status: number): boolean {
  if (verdict.kind === 'empty_shell') return true
  if (verdict.kind !== 'blocked') return false
  return (
    VISITOR_WALLS.has(verdict.wall) ||
    (verdict.by === 'unknown' && verdict.wall === 'refusal' && status === 403)
  )
}

const VISITOR_WALLS: ReadonlySet<Wall> = new Set(['login', 'http_auth', 'consent', 'payment'])

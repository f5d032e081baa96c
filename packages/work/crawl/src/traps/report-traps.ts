import { TRAP_REASONS, type TrapReason } from './trap-reasons.ts'
import type { PatternState, TrapReport, TrapState } from './trap-state.ts'

/** The patterns that a guard has closed, and that have cost a crawl addresses: of others there is nothing to tell. */
export function reportTraps(stored: Partial<TrapState> | null | undefined): TrapReport[] {
  const reports = new Map<string, TrapReport>()
  for (const [key, state] of Object.entries(stored?.patterns ?? {})) {
    if (!state.closed || state.closed.left === 0) continue
    const { why, budget, left } = state.closed
    const pattern = REPORTED_BY[why]?.(state) ?? key
    const before = reports.get(`${why} ${pattern}`)
    const [pages, leftOut] = [state.pages + (before?.pages ?? 0), left + (before?.leftOut ?? 0)]
    reports.set(`${why} ${pattern}`, { pattern, why, reason: TRAP_REASONS[why], budget, pages, leftOut })
  }
  return [...reports.values()]
}

/** Patterns that share a budget are told as one. */
const REPORTED_BY: Partial<Record<TrapReason, (state: PatternState) => string>> = {
  combinations: ({ section }) => section,
  copies: ({ section }) => section,
  any_address: ({ shape }) => shape,
}

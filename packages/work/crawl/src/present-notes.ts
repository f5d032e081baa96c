import type { Crawl } from '@gleaner/contracts'
import { reportTraps, type TrapState } from './traps/index.ts'

/** Where a crawl has left endless parts of its site, of what the guard against them remembers. */
export function presentTraps(state: unknown): Crawl['traps'] {
  return reportTraps(state as Partial<TrapState>).map(({ pattern, reason, budget, pages, leftOut }) => ({
    pattern,
    reason,
    budget,
    pages,
    skipped: leftOut,
  }))
}

/** What was found at the site, without what only the driver needs. */
export function presentSite(site: Record<string, unknown>): Crawl['site'] {
  const { robots: _, kept_chars: __, ...shown } = site
  return shown
}

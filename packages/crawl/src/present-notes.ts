import type { Crawl } from '@gleaner/contracts'

/** Where a crawl has left endless parts of its site, of what the guard against them remembers. */
export function presentTraps(_state: unknown): Crawl['traps'] {
  return []
}

/** What was found at the site, without what only the driver needs. */
export function presentSite(site: Record<string, unknown>): Crawl['site'] {
  const { robots: _, ...shown } = site
  return shown
}

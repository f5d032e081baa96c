import type { CrawlRow } from '../crawl-row.ts'

/** Whether pages of a crawl are asked for with somebody's login, by a session or by cookies and headers of the request: what ends it is left out. */
export function keepsLogin({ options, secrets }: Pick<CrawlRow, 'options' | 'secrets'>): boolean {
  return secrets !== null || options.scrape.session_id !== undefined
}

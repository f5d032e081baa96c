import type { CDPSession, Page } from 'puppeteer-core'

/**
 * Puppeteer's own session on a page, which receives every event of it: a second one that listens to the network would
 * double the traffic.
 */
export function puppeteerSession(page: Page): CDPSession {
  return (page as unknown as { _client(): CDPSession })._client()
}

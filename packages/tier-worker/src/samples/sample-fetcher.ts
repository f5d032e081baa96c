import type { Tier } from '@gleaner/contracts'
import type { Fetcher, FetchOutcome, FetchRequest } from '@gleaner/fetch-engine'
import { SAMPLE_PAGES, SHELL_PAGE } from './sample-pages.ts'

/**
 * The fetcher of test keys: it never leaves the service. The URL alone chooses the built-in page, or by its ending an
 * outcome: `/blocked`, `/timeout`, `/404`, `/js` (empty below tier 4).
 */
export function createSampleFetcher(tier: Tier): Fetcher {
  return {
    tier,
    fetch: async (request) => outcomeFor(request, tier),
    close: async () => {},
  }
}

function outcomeFor(request: FetchRequest, tier: Tier): FetchOutcome {
  const { pathname } = new URL(request.url)
  const ending = pathname.slice(pathname.lastIndexOf('/'))
  switch (ending) {
    case '/blocked':
      return {
        kind: 'blocked',
        by: 'sample',
        status: 403,
        detail: 'blocked by sample (HTTP 403)',
        challenge: false,
      }
    case '/timeout':
      return {
        kind: 'failed',
        reason: 'timeout',
        detail: 'the sample target did not answer in time',
        mayHaveBeenSent: true,
      }
    case '/js':
      return Number(tier) < 3.5 ? emptyShell() : page(request, 200, SAMPLE_PAGES[0]!)
    case '/404':
      return page(request, 404, NOT_FOUND_PAGE)
    default:
      return page(request, 200, SAMPLE_PAGES[hash(request.url) % SAMPLE_PAGES.length]!)
  }
}

function emptyShell(): FetchOutcome {
  return {
    kind: 'failed',
    reason: 'empty_shell',
    detail: `the page is empty without JavaScript (${SHELL_PAGE.length} bytes)`,
    mayHaveBeenSent: true,
  }
}

const NOT_FOUND_PAGE =
  '<!doctype html><html lang="en"><title>Not found</title><h1>Not found</h1><p>This sample page does not exist.</p></html>'

function page(request: FetchRequest, status: number, html: string): FetchOutcome {
  return {
    kind: 'page',
    page: {
      finalUrl: request.url,
      redirectChain: [],
      status,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: new TextEncoder().encode(html),
    },
  }
}

/** FNV-1a: the same URL gives the same page on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

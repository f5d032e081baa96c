import { createEgress } from '@gleaner/egress'
import type { FetchRequest } from '@gleaner/http-tiers'
import { createBrowserFetcher } from '../fetcher.ts'
import { type BrowserPool, createBrowserPool } from '../pool/pool.ts'
import { HOSTS, type StateSite, startStateSite } from './state-site.ts'
import { createTrustingChromium } from './trusting-chromium.ts'

/** What a visit found, and in which browser context. */
export interface Sighting {
  seen: unknown
  context: string
}

/** One browser for one page at a time, and a site to visit with it. */
export interface TwoVisitors {
  site: StateSite
  /** Visits `path` of the site and reads what its script wrote down. */
  visit(path: string, more?: Partial<FetchRequest>): Promise<Sighting>
  close(): Promise<void>
}

/** `keepsLogins`: in a Chromium that logs in by itself, as it does by default. */
export async function startTwoVisitors({ keepsLogins = false } = {}): Promise<TwoVisitors> {
  const site = await startStateSite()
  const allow = HOSTS.map((host) => `${host}:${site.port}`).join()
  const egress = createEgress({ allow, resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
  const browser = await createTrustingChromium(site.cert, { keepsLogins })
  const pool = createBrowserPool({
    egress,
    executablePath: browser.path,
    maxPages: 1,
    recycleAfterPages: 10_000,
    recycleAfterMs: 60 * 60_000,
  })
  const contexts: string[] = []
  const fetcher = createBrowserFetcher({ pool: recordingContexts(pool, contexts), profile: 'full' })

  return {
    site,
    async visit(path, more = {}) {
      const outcome = await fetcher.fetch(
        {
          url: path.includes('://') ? path : `https://${HOSTS[0]}:${site.port}${path}`,
          method: 'GET',
          maxBytes: 1_000_000,
          ...more,
          browser: {
            removeCookieBanners: false,
            waitFor: '#done',
            waitForTimeoutMs: 20_000,
            ...more.browser,
          },
        },
        AbortSignal.timeout(30_000),
      )
      const context = contexts.at(-1)!
      if (outcome.kind !== 'page')
        return { seen: outcome.kind === 'blocked' ? outcome.status : outcome, context }
      const html = Buffer.from(outcome.page.body).toString()
      const found = /<pre id="done">(.*?)<\/pre>/s.exec(html)?.[1] ?? JSON.stringify(html.slice(0, 300))
      return { seen: JSON.parse(decodeEntities(found)), context }
    },
    async close() {
      await fetcher.close()
      await pool.close()
      await egress.close()
      await site.close()
      await browser.remove()
    },
  }
}

/** The given pool, which also records the context of each lease by the id of its main frame, which does not change. */
function recordingContexts(pool: BrowserPool, contexts: string[]): BrowserPool {
  return {
    ...pool,
    withPage: (options, work, signal) =>
      pool.withPage(
        options,
        (lease) => {
          contexts.push(lease.mainFrameId)
          return work(lease)
        },
        signal,
      ),
  }
}

function decodeEntities(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
}

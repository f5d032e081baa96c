import { createBrowserFetcher, createBrowserPool } from '@gleaner/browser-tiers'
import { createEgress } from '@gleaner/egress'
import { cookiesIn } from './cookies-in.ts'
import type { Visit, WebClient } from './web-client.ts'

export interface Renderer {
  /** The page as the service's browser tier sees it with the client's cookies and headers. */
  render(url: string, client: WebClient): Promise<Visit>
  close(): Promise<void>
}

const DEADLINE_MS = 60_000

export async function startRenderer(host: string): Promise<Renderer> {
  const egress = createEgress({ allow: host })
  const pool = createBrowserPool({ egress, executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' })
  const fetcher = createBrowserFetcher({ pool, profile: 'full' })
  return {
    async render(url, client) {
      const browser = { removeCookieBanners: false, waitCondition: 'networkidle' as const }
      const request = { url, method: 'GET' as const, maxBytes: 10_000_000, browser }
      const outcome = await fetcher.fetch(
        { ...request, cookies: await cookiesIn(client.jar), headers: client.headers },
        AbortSignal.timeout(DEADLINE_MS),
      )
      if (outcome.kind !== 'page')
        return { url, status: 0, redirectChain: [], contentType: '', body: JSON.stringify(outcome) }
      const { finalUrl, status, headers, body } = outcome.page
      const redirectChain = outcome.page.redirectChain.map(({ url }) => url)
      const contentType = headers['content-type'] ?? ''
      return { url: finalUrl, status, redirectChain, contentType, body: new TextDecoder().decode(body) }
    },
    async close() {
      await fetcher.close()
      await pool.close()
      await egress.close()
    },
  }
}

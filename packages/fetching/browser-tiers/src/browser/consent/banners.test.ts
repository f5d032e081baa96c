import { createEgress, type Egress } from '@gleaner/egress'
import type { Fetcher } from '@gleaner/http-tiers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createBrowserFetcher } from '../fetcher.ts'
import { CHROMIUM } from '../testing/chromium-path.ts'
import { type LocalSite, startLocalSite } from '../testing/local-site.ts'

const STORY =
  '<main><h1>Harbour news</h1><p>The ferry to the islands leaves at nine from the northern pier.</p></main>'
const page = (body: string, style = '') =>
  `<!doctype html><html><head><title>News</title><style>${style}</style></head><body>${body}</body></html>`

const OWN_MAKING = page(
  `${STORY}<div class="veil"></div><div class="wrap"><section class="cookie-notice"><p>We use cookies to improve our service and to show you what you like.</p>
  <button onclick="document.title='accepted'">Accept all</button>
  <button onclick="document.title='refused'">Reject all</button></section></div>`,
  'body{overflow:hidden}.veil{position:fixed;inset:0;background:#0008}.wrap{position:fixed;bottom:0;left:0;right:0;background:#fff}',
)
const KNOWN_PLATFORM = page(
  `${STORY}<div id="onetrust-consent-sdk"><div class="onetrust-pc-dark-filter"></div><div id="onetrust-banner-sdk"><p>Cookies help us.</p>
  <button id="onetrust-reject-all-handler" onclick="document.title='refused'">Nein</button></div></div>`,
  '#onetrust-banner-sdk{position:fixed;bottom:0}',
)
const ABOUT_COOKIES = page(
  `<header style="position:fixed;top:0"><a href="/">Home</a></header><main class="cookie-policy"><h1>Our cookie policy</h1>
  <p>This site sets one cookie for the session. You can accept or reject it in the settings.</p><button>Settings</button></main>`,
)

describe('cookie banners', () => {
  let site: LocalSite
  let egress: Egress
  let fetcher: Fetcher

  beforeAll(async () => {
    site = await startLocalSite({ '/own': OWN_MAKING, '/known': KNOWN_PLATFORM, '/about': ABOUT_COOKIES })
    egress = createEgress({ allow: `127.0.0.1:${site.port}` })
    fetcher = createBrowserFetcher({ egress, executablePath: CHROMIUM, profile: 'full' })
  })
  afterAll(async () => {
    await fetcher.close()
    await egress.close()
    await site.close()
  })

  async function fetchHtml(path: string, removeCookieBanners = true): Promise<string> {
    const outcome = await fetcher.fetch(
      { url: site.url + path, method: 'GET', maxBytes: 1_000_000, browser: { removeCookieBanners } },
      AbortSignal.timeout(25_000),
    )
    if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
    return Buffer.from(outcome.page.body).toString()
  }

  test("a site's own banner is refused and removed with its veil, and the page scrolls", async () => {
    const html = await fetchHtml('/own')
    expect(html).toContain('<title>refused</title>')
    expect(html).toContain('leaves at nine')
    expect(html).not.toMatch(/class="(?:wrap|veil|cookie-notice)"/)
    expect(html).toMatch(/<body style="overflow: auto !important;">/)
  })

  test("a known platform's banner is refused and removed", async () => {
    const html = await fetchHtml('/known')
    expect(html).toContain('<title>refused</title>')
    expect(html).not.toMatch(/id="onetrust/)
  })

  test('a page that is about cookies stays whole', async () => {
    expect(await fetchHtml('/about')).toContain('sets one cookie for the session')
  })

  test('banners stay when the caller wants them', async () => {
    expect(await fetchHtml('/own', false)).toContain('We use cookies')
  })
})

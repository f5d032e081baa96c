import { createEgress, type Egress } from '@gleaner/egress'
import type { BrowserOptions, FetchRequest } from '@gleaner/http-tiers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createBrowserFetcher } from '../fetcher.ts'
import { type BrowserPool, createBrowserPool } from '../pool/pool.ts'
import { CHROMIUM } from '../testing/chromium-path.ts'
import { type LocalSite, startLocalSite } from '../testing/local-site.ts'

const WORDS = `<p>${'Boats, ropes and nets. '.repeat(20)}</p>`
const seen: Record<string, string | string[] | undefined>[] = []
const PAGES: Parameters<typeof startLocalSite>[0] = {
  '/sizes': (request, response) => {
    seen.push(request.headers)
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html>${WORDS}<pre id=facts></pre><script>
      // A new document is told its window's size some frames later.
      const measured = setInterval(() => { if (outerWidth > 0) clearInterval(measured), measure() }, 20)
      const measure = () => { facts.textContent = JSON.stringify({ inner: [innerWidth, innerHeight], outer: [outerWidth, outerHeight],
        screen: [screen.width, screen.height], available: [screen.availWidth, screen.availHeight],
        agent: navigator.userAgent, platform: navigator.platform, languages: navigator.languages,
        brands: (navigator.userAgentData?.brands ?? []).map(({ brand, version }) => brand + version) }); facts.className = 'full' }</script>`)
  },
  '/tall': `<!doctype html><style>body { margin: 0 }</style><div style="height:3000px;background:linear-gradient(red,blue)">${WORDS}</div>`,
  '/patched': `<!doctype html>${WORDS}<script>
    var secret = 'of the page'
    JSON.stringify = () => 'x'.repeat(1e6); String.prototype.slice = function () { return this }</script>`,
}

let site: LocalSite
let egress: Egress
let pool: BrowserPool
beforeAll(async () => {
  site = await startLocalSite(PAGES)
  egress = createEgress({ allow: `127.0.0.1:${site.port}` })
  pool = createBrowserPool({ egress, executablePath: CHROMIUM })
})
afterAll(async () => {
  await pool.close()
  await egress.close()
  await site.close()
})

async function fetch(path: string, browser: Partial<BrowserOptions>, more: Partial<FetchRequest> = {}) {
  const url = `http://127.0.0.1:${site.port}${path}`
  const request: FetchRequest = {
    url,
    method: 'GET',
    maxBytes: 1_000_000,
    browser: { removeCookieBanners: false, ...browser },
    ...more,
  }
  const outcome = await createBrowserFetcher({ pool, profile: 'full' }).fetch(
    request,
    AbortSignal.timeout(50_000),
  )
  if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
  return outcome.page
}

async function facts(browser: Partial<BrowserOptions>, more: Partial<FetchRequest> = {}) {
  const { body } = await fetch('/sizes', { waitFor: '.full', ...browser }, more)
  const text = /<pre id="facts"[^>]*>(.*?)<\/pre>/s.exec(Buffer.from(body).toString())![1]!
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

const sizeOf = (png: Uint8Array) => [Buffer.from(png).readUInt32BE(16), Buffer.from(png).readUInt32BE(20)]

test.each([
  [1280, 720],
  [320, 200],
  [1920, 940],
])('a window of %d by %d is one on the screen, in all that can be measured', async (width, height) => {
  const { inner, outer, screen, available } = await facts({ viewport: { width, height } })
  expect(inner).toEqual([width, height])
  expect(outer[0]).toBeGreaterThanOrEqual(width)
  expect(outer[1]).toBeGreaterThan(height)
  expect(outer[0]).toBeLessThanOrEqual(available[0])
  expect(outer[1]).toBeLessThanOrEqual(available[1])
  expect(screen).toEqual([1920, 1080])
})

test('a picture is of the whole page, or of the window', async () => {
  const viewport = { width: 800, height: 600 }
  const whole = await fetch('/tall', { viewport, screenshot: true })
  const window = await fetch('/tall', { viewport, screenshot: true, screenshotOfWindow: true })
  expect(sizeOf(whole.screenshot!)[1]).toBeGreaterThanOrEqual(3000)
  expect(sizeOf(window.screenshot!)).toEqual([800, 600])
})

test('a name, its hints and languages are those of the requests and of the scripts', async () => {
  const userAgent =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
  seen.length = 0
  const found = await facts({}, { userAgent, languages: ['fr-CH', 'fr'] })
  expect(found).toMatchObject({ agent: userAgent, platform: 'MacIntel', languages: ['fr-CH', 'fr'] })
  expect(seen[0]).toMatchObject({ 'user-agent': userAgent, 'accept-language': 'fr-CH,fr;q=0.9' })
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  expect(await facts({}, { userAgent: firefox })).toMatchObject({
    agent: firefox,
    platform: 'Linux x86_64',
    brands: [],
  })
})

describe('a script', () => {
  const run = async (script: string, path = '/tall') => {
    const { actionResults } = await fetch(path, { actions: [{ type: 'execute_js', script }] })
    return actionResults![0]!
  }

  test.each([
    ['1 + 1', '2'],
    ['document.title || "none"', '"none"'],
    ['const a = 2; return { a, list: [a] }', '{"a":2,"list":[2]}'],
    ['await Promise.resolve([1])', '[1]'],
    ['undefined', undefined],
    ['document.body.id = "mine"', '"mine"'],
    ['// a remark\n"after it"', '"after it"'],
  ])('%s gives %s', async (script, value) => {
    expect(await run(script)).toEqual({ type: 'execute_js', ok: true, ...(value !== undefined && { value }) })
  })

  test.each([
    ['throw new Error("mine")', 'the script failed: Error: mine'],
    ['nowhere()', 'nowhere is not defined'],
    ['if (', 'does not parse'],
    ['"x".repeat(70000)', 'at most 65536'],
    ['location.href = "/sizes"; await new Promise(() => {})', 'left the page'],
  ])('%s fails and says why', async (script, why) => {
    expect(await run(script)).toMatchObject({ ok: false, error: expect.stringContaining(why) })
  })

  test('sees what the page has made, and what it gives is measured however the page has changed its world', async () => {
    const { ok, error } = await run('secret', '/patched')
    expect([ok, error]).toEqual([false, expect.stringContaining('has 1000000 characters')])
  })

  test('changes the page that is read', async () => {
    const actions = [{ type: 'execute_js' as const, script: 'document.body.append("added by me")' }]
    const { body } = await fetch('/tall', { actions })
    expect(Buffer.from(body).toString()).toContain('added by me')
  })

  test('that never ends is ended, and the page is read', async () => {
    expect(await run('while (true);')).toMatchObject({ ok: false })
    expect(await run('await new Promise(() => {})')).toMatchObject({ ok: false })
  })
})

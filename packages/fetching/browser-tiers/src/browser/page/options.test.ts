import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { createEgress, type Egress } from '@gleaner/egress'
import type { BrowserOptions, FetchOutcome, FetchRequest } from '@gleaner/http-tiers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createBrowserFetcher } from '../fetcher.ts'
import { type BrowserPool, createBrowserPool } from '../pool/pool.ts'
import { CHROMIUM } from '../testing/chromium-path.ts'
import { type LocalSite, startLocalSite } from '../testing/local-site.ts'

const WORDS = `<p>${'Boats, ropes and nets. '.repeat(20)}</p>`

const PAGES: Parameters<typeof startLocalSite>[0] = {
  '/plain': `<!doctype html><title>Plain</title>${WORDS}<img src="/picture.png">`,
  // Content that comes later than all that belongs to the page.
  '/late': `${WORDS}<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<b id=late>here now</b>'), 1500)</script>`,
  '/app': `<div id=app></div><script>fetch('/api').then((r) => r.json()).then((data) => { app.textContent = data.words })</script>`,
  '/api': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify({ words: 'Words from the API. '.repeat(20) }))
  },
  '/list': `<div id=list style="min-height:3000px">${WORDS}</div><script>let n = 0
    addEventListener('scroll', () => { if (n < 3) list.insertAdjacentHTML('beforeend', '<p class=more style="height:2000px">more ' + ++n + '</p>') })</script>`,
  '/form': `${WORDS}<input id=name><select id=size><option value=s>S<option value=l>L</select>
    <button id=go onmouseenter="document.title='hovered'" onclick="out.textContent = name2() + ' ' + size.value">Go</button><p id=out></p>
    <script>function name2() { return document.getElementById('name').value }</script>`,
  '/shadow': `${WORDS}<div id=host><b>slotted</b></div><script>host.attachShadow({ mode: 'open' }).innerHTML = '<p>from the shadow <slot></slot></p>'</script>`,
  '/hint': `${WORDS}<pre id=hint></pre><script>hint.textContent = JSON.stringify([innerWidth, navigator.userAgent, navigator.language, new Date(2026, 0, 1).getTimezoneOffset(), matchMedia('(pointer: coarse)').matches])</script>`,
  '/data': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' })
    response.end('%PDF-1.7 not rendered')
  },
  '/ad': `${WORDS}<script src="https://securepubads.g.doubleclick.net/tag/js/gpt.js"></script>`,
}

describe('what callers ask of a browser', () => {
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

  function fetch(
    path: string,
    browser: Partial<BrowserOptions> = {},
    more: Partial<FetchRequest> = {},
    light = false,
  ) {
    const fetcher = createBrowserFetcher({ pool, profile: light ? 'light' : 'full' })
    return fetcher.fetch(
      {
        url: site.url + path,
        method: 'GET',
        maxBytes: 5_000_000,
        browser: { removeCookieBanners: false, ...browser },
        ...more,
      },
      AbortSignal.timeout(25_000),
    )
  }

  test('a page that a script fills is there without being asked to wait', async () => {
    expect(textOf(await fetch('/app'))).toContain('Words from the API.')
    expect(textOf(await fetch('/app', {}, {}, true))).toContain('Words from the API.')
  })

  test('wait_for waits for an element, and fails clearly when it does not come', async () => {
    expect(textOf(await fetch('/late', { waitFor: '#late' }))).toContain('here now')
    expect(await fetch('/plain', { waitFor: '#never', waitForTimeoutMs: 300 })).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
      detail: 'No element matched #never within 300 ms',
    })
    expect(await fetch('/plain', { waitFor: '##' })).toMatchObject({
      kind: 'failed',
      detail: expect.stringContaining('not a valid'),
    })
  })

  test('wait_for takes milliseconds, and wait_condition what browsers call done', async () => {
    expect(textOf(await fetch('/late', { waitFor: 2_000 }))).toContain('here now')
    expect(textOf(await fetch('/plain', { waitCondition: 'load' }))).toContain('Boats')
    expect(textOf(await fetch('/app', { waitCondition: 'networkidle' }))).toContain('Words from the API.')
  })

  test('scrolling down loads more', async () => {
    expect(textOf(await fetch('/list', { scrollCount: 4 }))).toContain('more 3')
  })

  test('a screenshot is a PNG of the whole page, a PDF a PDF', async () => {
    const outcome = await fetch('/list', { screenshot: true, pdf: true })
    if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
    const png = Buffer.from(outcome.page.screenshot!)
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.readUInt32BE(20)).toBeGreaterThanOrEqual(3_000)
    expect(Buffer.from(outcome.page.pdf!).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('actions are taken in order, and each tells how it went', async () => {
    const outcome = await fetch('/form', {
      actions: [
        { type: 'type', selector: '#name', text: 'Ada' },
        { type: 'select', selector: '#size', value: 'l' },
        { type: 'hover', selector: '#go' },
        { type: 'click', selector: '#go' },
        { type: 'scroll', direction: 'down' },
        { type: 'press', key: 'End' },
        { type: 'screenshot' },
        { type: 'wait', ms: 10 },
      ],
    })
    expect(textOf(outcome)).toContain('<p id="out">Ada l</p>')
    expect(textOf(outcome)).toContain('hovered')
    const results = outcome.kind === 'page' ? outcome.page.actionResults! : []
    expect(results.map(({ ok }) => ok)).toEqual(Array(8).fill(true))
    expect(Buffer.from(results[6]!.screenshot!).subarray(1, 4).toString()).toBe('PNG')
  })

  test('an action that cannot be taken ends the list and says why', async () => {
    const outcome = await fetch('/form', {
      actions: [
        { type: 'select', selector: '#size', value: 'xxl' },
        { type: 'click', selector: '#go' },
      ],
    })
    expect(outcome).toMatchObject({
      kind: 'page',
      page: {
        actionResults: [{ type: 'select', ok: false, error: '#size has no option with the value "xxl"' }],
      },
    })
  })

  test("the JSON that a page's scripts load is captured", async () => {
    const outcome = await fetch('/app', { captureXhr: true })
    expect(outcome).toMatchObject({
      kind: 'page',
      page: {
        capturedXhr: [
          { url: `${site.url}/api`, method: 'GET', status: 200, body: { words: expect.any(String) } },
        ],
      },
    })
  })

  test('images are not loaded when they are blocked, and never by the light profile', async () => {
    const pictures = () => site.seen.filter(({ path }) => path === '/picture.png').length
    const before = pictures()
    await fetch('/plain', { waitCondition: 'load' })
    const loaded = pictures()
    expect(loaded).toBe(before + 1)
    await fetch('/plain', { waitCondition: 'load', blockImages: true })
    await fetch('/plain', { waitCondition: 'load' }, {}, true)
    expect(pictures()).toBe(loaded)
  })

  test('with ads blocked a page does not wait for them', async () => {
    expect(textOf(await fetch('/ad', { blockAds: true }))).toContain('Boats')
  })

  test('content of open shadow roots is in the document', async () => {
    expect(textOf(await fetch('/shadow'))).toMatch(/from the shadow <slot><b>slotted<\/b><\/slot>/)
  })

  test('country, language and device are what the page sees', async () => {
    const seen = async (browser: Partial<BrowserOptions>, more: Partial<FetchRequest>) =>
      JSON.parse(/<pre id="hint">(.*)<\/pre>/.exec(textOf(await fetch('/hint', browser, more)))![1]!)
    expect(await seen({}, { country: 'JP' })).toMatchObject([
      expect.any(Number),
      expect.stringContaining('X11; Linux'),
      'ja-JP',
      -540,
      false,
    ])
    expect(await seen({ mobile: true }, { country: 'DE', language: 'fr' })).toMatchObject([
      expect.any(Number),
      expect.stringContaining('Android'),
      'fr-FR',
      -60,
      true,
    ])
  })

  test('a request with a proxy goes through it', async () => {
    const proxy = await startTunnel(site.port)
    // The address is a public one, and only the proxy leads to the site.
    const ownEgress = createEgress({
      allow: `127.0.0.1:${proxy.port}`,
      resolve: async () => [{ address: '93.184.216.34', family: 4 }],
    })
    const fetcher = createBrowserFetcher({ egress: ownEgress, executablePath: CHROMIUM, profile: 'full' })
    const outcome = await fetcher.fetch(
      {
        url: 'http://boats.example/plain',
        method: 'GET',
        maxBytes: 1_000_000,
        proxy: `http://127.0.0.1:${proxy.port}`,
      },
      AbortSignal.timeout(25_000),
    )
    await fetcher.close()
    await ownEgress.close()
    await proxy.close()
    expect(textOf(outcome)).toContain('Boats')
    expect(new Set(proxy.asked)).toEqual(new Set(['93.184.216.34:80']))
  })

  test('what a browser does not render comes as its bytes', async () => {
    expect(textOf(await fetch('/data'))).toBe('%PDF-1.7 not rendered')
    expect(JSON.parse(textOf(await fetch('/api')))).toMatchObject({ words: expect.any(String) })
  })

  test('a visit leaves nothing for the next one', async () => {
    const leave = `<script>document.cookie = 'left=1'; localStorage.left = 1; sessionStorage.left = 1; window.name = 'left'; indexedDB.open('left')</script>${WORDS}`
    const look = `${WORDS}<pre id=look></pre><script>indexedDB.databases().then((all) => { look.textContent = JSON.stringify([document.cookie, localStorage.left, sessionStorage.left, window.name, all.length, history.length]) })</script>`
    const own = await startLocalSite({ '/leave': leave, '/look': look })
    const ownEgress = createEgress({ allow: `127.0.0.1:${own.port}` })
    const fetcher = createBrowserFetcher({ egress: ownEgress, executablePath: CHROMIUM, profile: 'full' })
    const get = (path: string) =>
      fetcher.fetch({ url: own.url + path, method: 'GET', maxBytes: 1_000_000 }, AbortSignal.timeout(25_000))
    const before = /<pre id="look">(.*)<\/pre>/.exec(textOf(await get('/look')))![1]
    await get('/leave')
    const after = /<pre id="look">(.*)<\/pre>/.exec(textOf(await get('/look')))![1]
    await fetcher.close()
    await ownEgress.close()
    await own.close()
    expect(JSON.parse(before!)).toEqual(['', null, null, '', 0, 2])
    expect(after).toBe(before)
  })
})

/** An http proxy that leads every tunnel to one port of this machine. */
async function startTunnel(to: number): Promise<{ port: number; asked: string[]; close(): Promise<void> }> {
  const asked: string[] = []
  const server = createServer()
  server.on('connect', (request, client) => {
    asked.push(request.url ?? '')
    const target = connect(to, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
    client.on('error', () => target.destroy())
    target.on('error', () => client.destroy())
    client.pipe(target).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => void server.close()
  return { port: (server.address() as AddressInfo).port, asked, close }
}

function textOf(outcome: FetchOutcome): string {
  if (outcome.kind !== 'page') throw new Error(`No page: ${JSON.stringify(outcome)}`)
  return Buffer.from(outcome.page.body).toString()
}

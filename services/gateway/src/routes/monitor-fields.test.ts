import { hash } from 'node:crypto'
import { launchChromium } from '@gleaner/browser-tiers/testing/launch-chromium'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { JSDOM } from 'jsdom'
import type { Browser } from 'puppeteer-core'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'development' })
  account = await fixture.account()
})
afterAll(() => fixture.close())

const URLS = ['https://93.184.216.34/a', 'https://93.184.216.34/b'] as const

/** A monitor of these pages that has seen such values of its field, each for an hour, the last one until now. */
async function watched(values: readonly unknown[], { urls = 1, name = 'anvil', type = 'currency' } = {}) {
  await fixture.forgetLimits()
  const { status, body } = await fixture.request('/api/v1/monitors', {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name,
      urls: URLS.slice(0, urls),
      diff_mode: 'fields',
      monitor_fields: { price: { selector: '.price', type } },
    }),
  })
  expect([status, body.message]).toEqual([201, undefined])
  for (const url of URLS.slice(0, urls)) {
    const key = hash('sha256', url, 'buffer')
    await fixture.pool.query(
      `INSERT INTO monitor_page (monitor_id, key, account_id, url, state, run_id) VALUES ($1, $2, $3, $4, 'same', gen_random_uuid())`,
      [body.id, key, account.id, url],
    )
    await fixture.pool.query(
      `INSERT INTO monitor_value (monitor_id, key, account_id, name, value, since, ended_at)
       SELECT $1, $2, $3, 'price', value, now() - (cardinality($4::text[]) - place + 1) * interval '1 hour',
         CASE WHEN place < cardinality($4::text[]) THEN now() - (cardinality($4::text[]) - place) * interval '1 hour' END
       FROM unnest($4::text[]) WITH ORDINALITY AS seen(value, place)`,
      [body.id, key, account.id, values.map((value) => JSON.stringify(value))],
    )
  }
  return `/monitors/${body.id}/fields/price`
}
const get = async (path: string) => {
  await fixture.forgetLimits()
  return await fixture.get(account, path)
}
const chart = async (path: string) => {
  await fixture.forgetLimits()
  const reply = await fetch(
    `${fixture.url}/api/v1${path}${path.includes('?') ? '&' : '?'}api_key=${account.key}`,
  )
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}
const textsOf = (svg: string) =>
  [...new JSDOM(svg, { contentType: 'image/svg+xml' }).window.document.querySelectorAll('text')].map(
    ({ textContent }) => textContent,
  )

test('the values of a field are listed, the newest first, of all pages or one', async () => {
  const at = await watched([20, 15, null, 12.5], { urls: 2 })
  const one = await get(`${at}/history?url=${encodeURIComponent(URLS[1])}&limit=3`)
  expect(one.body).toMatchObject({ field: 'price', type: 'currency', total: 4, limit: 3, offset: 0 })
  expect(one.body.values.map(({ url, value }: { url: string; value: unknown }) => [url, value])).toEqual([
    [URLS[1], 12.5],
    [URLS[1], null],
    [URLS[1], 15],
  ])
  expect(one.body.values[0].until).toBeNull()
  expect(one.body.values[1].until).toBe(one.body.values[0].checked_at)
  expect((await get(`${at}/history`)).body.total).toBe(8)
  expect((await get(`${at}/history?limit=5000`)).status).toBe(400)
  expect((await get(at.replace('price', 'weight').concat('/history'))).status).toBe(404)
})

test('its chart names what it is now, begins at zero, and needs a page where there are several', async () => {
  const at = await watched([20, 15, 12.5])
  const { status, headers, text } = await chart(`${at}/chart.svg?days=7`)
  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  )
  const texts = textsOf(text)
  expect(texts).toEqual(expect.arrayContaining(['price', '0', '12.5', '20']))
  const several = await watched([1], { urls: 2 })
  expect(JSON.parse((await chart(`${several}/chart.svg`)).text).details.issues[0].path).toBe('url')
  expect((await chart(`${several}/chart.svg?url=${encodeURIComponent(URLS[0])}`)).status).toBe(200)
  expect((await chart(`${several}/chart.svg?url=https://x.example/`)).status).toBe(404)
  expect((await chart(`${at}/chart.svg?days=91`)).status).toBe(400)
})

describe('a chart stays one, whatever a page says:', () => {
  test.each<[string, unknown[], string]>([
    [
      'markup',
      ['</text><script>alert(1)</script>', '"><image href="https://evil.example/">', '&amp; ]]>'],
      'text',
    ],
    ['what no XML holds', ['a\u0000b\uffff\ud800', '\u001b[31m'], 'text'],
    ['a long text of many', Array.from({ length: 40 }, (_, n) => `${n} ${'x'.repeat(450)}`), 'text'],
    ['numbers without bounds', [1e308, -1e308, 1e-300, 0], 'number'],
    ['nothing at all', [null], 'number'],
  ])('%s', async (_, values, type) => {
    const { status, text } = await chart(`${await watched(values, { type, name: '<b>&"' })}/chart.svg`)
    expect(status).toBe(200)
    const { document } = new JSDOM(text, { contentType: 'image/svg+xml' }).window
    expect(document.documentElement.localName).toBe('svg')
    const names = new Set([...document.querySelectorAll('*')].map(({ localName }) => localName))
    for (const name of ['script', 'image', 'a', 'foreignObject']) expect(names.has(name)).toBe(false)
    expect(text).not.toMatch(/NaN|Infinity|undefined/)
    expect(text.length).toBeLessThan(20_000)
  })

  test('a thousand steps', async () => {
    const at = await watched(Array.from({ length: 1_500 }, (_, n) => n % 7))
    const { text } = await chart(`${at}/chart.svg?days=90`)
    expect(text.length).toBeLessThan(40_000)
  })
})

describe('in a browser, as an image,', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  }, 60_000)
  afterAll(() => browser.close())

  test('it is light or dark as its viewer is', async () => {
    const charts = [
      await watched([20, 20, 15, 12.5, null, 18, 18, 17.25, 21]),
      await watched(['In stock', 'Only 3 left', 'Sold out', 'In stock'], { type: 'text' }),
      await watched([true, false, true], { type: 'bool' }),
      await watched([1_250_000]),
    ]
    const sources = await Promise.all(charts.map(async (at) => (await chart(`${at}/chart.svg`)).text))
    const page = await browser.newPage()
    await page.setViewport({ width: 1_340, height: 480 })
    const images = sources
      .map(
        (svg) => `<img width="640" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`,
      )
      .join(' ')
    const corners: number[][] = []
    for (const theme of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }])
      // Images take the theme of the page that holds them.
      await page.setContent(
        `<meta name="color-scheme" content="${theme}"><body style="margin:8px;background:${theme === 'dark' ? '#0e1210' : '#eef1ef'}">${images}`,
      )
      await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
      const { SCREENSHOT } = process.env
      if (SCREENSHOT) await page.screenshot({ path: `${SCREENSHOT}-${theme}.png` })
      const shot = await page.screenshot({ encoding: 'base64', clip: { x: 40, y: 210, width: 1, height: 1 } })
      corners.push(
        await page.evaluate(async (source) => {
          const image = new Image()
          image.src = `data:image/png;base64,${source}`
          await image.decode()
          const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
          canvas.drawImage(image, 0, 0)
          return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)]
        }, shot),
      )
    }
    expect(corners).toEqual([
      [255, 255, 255],
      [21, 26, 23],
    ])
  }, 120_000)
})

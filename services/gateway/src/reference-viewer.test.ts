import { launchChromium } from '@gleaner/browser-tiers/testing/launch-chromium'
import { ENDPOINTS } from '@gleaner/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Browser, Page } from 'puppeteer-core'
import { createGatewayFixture, type GatewayFixture } from './testing/fixture.ts'

let fixture: GatewayFixture
let browser: Browser
beforeAll(async () => {
  fixture = await createGatewayFixture()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await fixture.close()
})

async function open(path: string, width = 1200): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await page.setViewport({ width, height: 844 })
  await page.goto(`${fixture.url}${path}`)
  return { page, faults }
}

describe('a request is tried on its page', () => {
  test('with what somebody has written and no other header, so that it may be sent twice', async () => {
    const account = await fixture.account()
    const { page, faults } = await open('/docs/endpoints/postScrape')
    await page.type('#credential', account.key)
    await page.$eval(
      '#body',
      (field, url) => {
        ;(field as HTMLTextAreaElement).value = JSON.stringify({ url })
      },
      `${fixture.site.url}/article`,
    )
    for (const times of [1, 2]) {
      const [request] = await Promise.all([
        page.waitForRequest((sent) => sent.url().endsWith('/api/v1/scrape')),
        page.click('button'),
      ])
      expect([times, request.headers()['idempotency-key']]).toEqual([times, undefined])
      await page.waitForFunction(() => document.getElementById('state')?.textContent?.startsWith('200'))
    }
    expect(await page.$eval('#reply', (reply) => reply.textContent)).toContain('"final_url"')
    expect(faults).toEqual([])
  })

  test.each(Object.keys(ENDPOINTS))('%s, as every endpoint', async (name) => {
    const reply = await fetch(`${fixture.url}/docs/endpoints/${name}`, { headers: { Accept: 'text/html' } })
    const text = await reply.text()
    expect(reply.status).toBe(200)
    expect(text).toContain('id="try-form"')
    // No Markdown is left over.
    expect(text.replaceAll(/<(pre|textarea|code)[^>]*>.*?<\/\1>/gs, '')).not.toMatch(/```|\]\(|^\|/m)
  })
})

test.each([
  ['getBatch', ['Batch'], 'Items that have succeeded.'],
  ['postScrape', ['ScrapeRequest', 'ScrapeResult', 'JobAccepted'], 'How the page is fetched and read.'],
  [
    'postExtract',
    ['ExtractRequest', 'ExtractResult', 'ExtractHistory', 'ExtractAccepted'],
    'Fields of the schema',
  ],
])(
  'the page of %s has the fields of its body and replies with their meaning',
  async (name, schemas, says) => {
    const { page, faults } = await open(`/docs/endpoints/${name}`, 360)
    const summaries = await page.$$eval('details.fields > summary', (all) =>
      all.map((each) => each.textContent),
    )
    expect(summaries).toEqual(schemas.map((schema) => `Fields of ${schema}`))
    await page.evaluate(() => {
      for (const each of document.querySelectorAll('details.fields')) each.setAttribute('open', '')
    })
    expect(await page.$eval('main', (main) => main.textContent)).toContain(says)
    const places = await page.$$eval('main a[href^="#"]', (links) =>
      links.map((link) => link.getAttribute('href')!).filter((href) => !document.querySelector(href)),
    )
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect([places, overflow, faults]).toEqual([[], 0, []])
  },
)

test('what a field means is in sight on a phone', async () => {
  const { page } = await open('/docs/endpoints/getBatch', 360)
  await page.$eval('details.fields', (fields) => fields.setAttribute('open', ''))
  const ends = await page.$$eval('.of-fields td', (cells) =>
    cells.map((cell) => cell.getBoundingClientRect().right),
  )
  expect(ends.length).toBeGreaterThan(40)
  expect(Math.max(...ends)).toBeLessThanOrEqual(360)
})

test('the contents are there without a script, and closed on a phone until they are asked for', async () => {
  const wide = await open('/docs')
  expect(await wide.page.$eval('.contents', (contents) => (contents as HTMLDetailsElement).open)).toBe(true)
  const { page, faults } = await open('/docs', 390)
  expect(await page.$eval('.contents', (contents) => (contents as HTMLDetailsElement).open)).toBe(false)
  await page.click('.contents > summary')
  expect(await page.$$eval('.contents a', (links) => links.length)).toBeGreaterThan(
    Object.keys(ENDPOINTS).length,
  )
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect([overflow, faults]).toEqual([0, []])
  const { SCREENSHOT } = process.env
  if (SCREENSHOT) await page.screenshot({ path: SCREENSHOT as `${string}.png` })
})

test('a page is small enough to be read at once', async () => {
  for (const path of ['/docs', '/docs/endpoints/postScrape', '/docs/reference/errors']) {
    const text = await (await fetch(fixture.url + path)).text()
    expect([path, text.length < 150_000]).toEqual([path, true])
  }
})

test('every link of the pages leads somewhere', async () => {
  const seen = new Set(['/docs'])
  const broken: string[] = []
  for (const path of seen) {
    const reply = await fetch(fixture.url + path)
    const text = await reply.text()
    if (reply.status !== 200) broken.push(path)
    if (!reply.headers.get('Content-Type')?.startsWith('text/html')) continue
    for (const [, href] of text.matchAll(/href="(\/docs[^"#]*)/g)) seen.add(href!)
  }
  expect(broken).toEqual([])
  expect(seen.size).toBeGreaterThan(Object.keys(ENDPOINTS).length)
})

import { CHROMIUM } from '@gleaner/browser-tiers/testing/chromium-path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import puppeteer, { type Browser } from 'puppeteer-core'
import { createGatewayFixture, type GatewayFixture } from './testing/fixture.ts'

let fixture: GatewayFixture
let browser: Browser
beforeAll(async () => {
  fixture = await createGatewayFixture()
  browser = await puppeteer.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
})
afterAll(async () => {
  await browser.close()
  await fixture.close()
})

test('what is tried in the reference carries no header that nobody has written, so that it may be sent twice', async () => {
  const page = await browser.newPage()
  await page.goto(`${fixture.url}/docs#post-/scrape`)
  await page.waitForSelector('pierce/[data-ptype="header"]', { timeout: 60_000 })
  const headers = await page.$$eval('pierce/[data-ptype="header"]', (fields) =>
    fields.map((field) => [(field as HTMLInputElement).dataset.pname, (field as HTMLInputElement).value]),
  )
  const { SCREENSHOT } = process.env
  if (SCREENSHOT) await page.screenshot({ path: SCREENSHOT as `${string}.png` })
  expect(headers.map(([name]) => name)).toContain('Idempotency-Key')
  expect(headers.filter(([, value]) => value)).toEqual([])
})

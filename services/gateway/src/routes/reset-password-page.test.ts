import { answerPasswordResetRequests } from '@gleaner/accounts'
import { createDatabase } from '@gleaner/db'
import { CHROMIUM } from '@gleaner/fetch-engine/browser/testing/chromium-path'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Browser, launch } from 'puppeteer-core'
import { createGatewayFixture, type GatewayFixture } from '../testing/fixture.ts'
import { sentMails } from '../testing/sent-mails.ts'

const ENCRYPTION_KEYS = generateKey('test')

let fixture: GatewayFixture
let browser: Browser
beforeAll(async () => {
  ;[fixture, browser] = await Promise.all([
    createGatewayFixture({ ENCRYPTION_KEYS }),
    launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] }),
  ])
})
afterAll(() => Promise.all([browser.close(), fixture.close()]))

const post = (path: string, body: unknown) =>
  fixture.request(`/api/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

test('the link of a mail sets a new password, once, and is told to no server on the way', async () => {
  const { email } = await fixture.account(0)
  await post('forgot-password', { email })
  const db = createDatabase(fixture.pool)
  const outbox = {
    db,
    pool: fixture.pool,
    secretBox: createSecretBox(ENCRYPTION_KEYS),
    publicUrl: fixture.url,
  }
  await answerPasswordResetRequests(outbox)
  const link = /^http\S+$/m.exec((await sentMails(outbox, email)).at(-1)!)![0]

  const page = await browser.newPage()
  const asked: string[] = []
  const faults: unknown[] = []
  page.on('request', (request) => void asked.push(request.url()))
  page.on('pageerror', (error) => void faults.push(error))
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count
  const shown = () => page.evaluate(() => document.body.innerText)
  const see = (text: string) => eventually(async () => expect(await shown()).toContain(text))
  const send = async (password: string, again = password) => {
    await page.$eval('form', (form) => form.reset())
    await page.type('#password', password)
    await page.type('#again', again)
    await page.click('#submit')
  }
  await page.goto(link)
  expect(new URL(page.url()).hash).toBe('')
  await send('a new password', 'another one')
  await see('not the same')
  await send('a new password')
  await see('Your new password is set')
  expect((await post('login', { email, password: 'a new password' })).status).toBe(200)

  await page.goto('about:blank')
  await page.goto(link)
  await send('a third password')
  await see('was used before')
  await page.goto(new URL('/reset-password', fixture.url).href)
  await see('not complete')
  expect(asked.filter((url) => new URL(url).origin !== fixture.url && url !== 'about:blank')).toEqual([])
  expect(faults).toEqual([])
  expect(JSON.stringify(fixture.logs)).not.toContain(new URL(link).hash.slice(1))
})

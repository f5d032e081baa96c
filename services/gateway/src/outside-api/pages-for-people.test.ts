import { answerPasswordResetRequests, answerRegistrationRequests } from '@gleaner/accounts'
import { launchChromium } from '@gleaner/browser-tiers/testing/launch-chromium'
import { createOrganization } from '@gleaner/organizations'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Browser, Page } from 'puppeteer-core'
import { createGatewayFixture, type GatewayFixture } from '../testing/fixture.ts'
import { sentMails } from '../testing/sent-mails.ts'

const ENCRYPTION_KEYS = generateKey('test')

let fixture: GatewayFixture
let browser: Browser
let page: Page
let asked: string[]
let faults: unknown[]
beforeAll(async () => {
  ;[fixture, browser] = await Promise.all([
    createGatewayFixture({ ENCRYPTION_KEYS, REGISTRATION: 'confirm' }),
    launchChromium(),
  ])
})
afterAll(() => Promise.all([browser.close(), fixture.close()]))
beforeEach(async () => {
  page = await browser.newPage()
  ;[asked, faults] = [[], []]
  page.on('request', (request) => void asked.push(request.url()))
  page.on('pageerror', (error) => void faults.push(error))
})
afterEach(() => page.close())

const post = (path: string, body: unknown) =>
  fixture.request(`/api/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** The link of the newest mail to an address. */
async function linkTo(email: string): Promise<string> {
  const { db, pool, url: publicUrl } = fixture
  const outbox = { db, pool, secretBox: createSecretBox(ENCRYPTION_KEYS), publicUrl }
  await answerPasswordResetRequests(outbox)
  await answerRegistrationRequests(outbox)
  return /^http\S+$/m.exec((await sentMails(outbox, email)).at(-1)!)![0]
}

/** What a person sees. */
// biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count
const shown = () => page.evaluate(() => document.body.innerText)
const see = (text: string) => eventually(async () => expect(await shown()).toContain(text))

/** Nothing was loaded from elsewhere or failed, and the link's token was told to the API alone. */
function expectDiscreet(link: string): void {
  expect(asked.filter((url) => new URL(url).origin !== fixture.url && url !== 'about:blank')).toEqual([])
  expect(faults).toEqual([])
  expect(JSON.stringify(fixture.logs)).not.toContain(new URL(link).hash.slice(1))
}

test('the link of a mail sets a new password, once, and is told to no server on the way', async () => {
  const { email } = await fixture.account(0)
  await post('forgot-password', { email })
  const link = await linkTo(email)
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
  expectDiscreet(link)
})

test('the link of a mail opens the account that was asked for, with its password, once', async () => {
  const [email, password] = ['new.person@example.com', 'a good long password']
  await post('register', { email, password })
  const link = await linkTo(email)
  await page.goto(link)
  expect(new URL(page.url()).hash).toBe('')
  await see('Enter the password that you chose')
  expect((await post('login', { email, password })).status).toBe(403)
  const send = async (text: string) => {
    await page.$eval('form', (form) => form.reset())
    await page.type('#password', text)
    await page.click('#submit')
  }
  await send('the password of somebody else')
  await see('is not the one of the registration')
  await send(password)
  await see('Your account is open')
  expect((await post('login', { email, password })).status).toBe(200)

  await page.goto('about:blank')
  await page.goto(link)
  await send(password)
  await see('register again')
  expectDiscreet(link)
})

test('who is invited and has no account is told to confirm it first', async () => {
  const [owner, email] = [await fixture.account(0), 'invited@example.com']
  const { id } = await fixture.db.transaction((both) =>
    createOrganization(both, owner.userId, { name: 'Acme' }),
  )
  await fixture.asUser(owner, 'POST', `/organizations/${id}/invitations`, { email })
  await page.goto(await linkTo(email))
  await see('Join Acme?')
  await page.click('#other-way')
  await page.type('#password', 'a good long password')
  await page.click('#submit')
  await see('Look into your mails')
  expect(await linkTo(email)).toContain('/confirm-registration#')
})

import { launchChromium } from '@gleaner/browser-tiers/testing/launch-chromium'
import { createDatabase } from '@gleaner/db'
import { createOrganization } from '@gleaner/organizations'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Browser, Page } from 'puppeteer-core'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'
import { sentMails } from '../testing/sent-mails.ts'

const ENCRYPTION_KEYS = generateKey('test')

let fixture: GatewayFixture
let browser: Browser
let page: Page
let owner: TestAccount
let id: string
beforeAll(async () => {
  ;[fixture, browser] = await Promise.all([createGatewayFixture({ ENCRYPTION_KEYS }), launchChromium()])
  owner = await fixture.account(0)
  const made = await createDatabase(fixture.pool).transaction((both) =>
    createOrganization(both, owner.userId, { name: '<b>Acme</b> & "Co"' }),
  )
  id = made.id
})
afterAll(() => Promise.all([browser.close(), fixture.close()]))
beforeEach(async () => {
  page = await browser.newPage()
})
afterEach(() => page.close())

/** Invites the address, and returns the link of the mail. */
async function linkTo(email: string): Promise<string> {
  const reply = await fixture.asUser(owner, 'POST', `/organizations/${id}/invitations`, { email })
  expect(reply.status).toBe(201)
  const outbox = { pool: fixture.pool, secretBox: createSecretBox(ENCRYPTION_KEYS) }
  return /^http\S+$/m.exec((await sentMails(outbox, email)).at(-1)!)![0]
}

/** What a person sees. */
// biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count
const shown = () => page.evaluate(() => document.body.innerText)
const see = (text: string) => eventually(async () => expect(await shown()).toContain(text))
const members = async () =>
  (await fixture.asUser(owner, 'GET', `/organizations/${id}/members`)).body.members.map(
    ({ email }: { email: string }) => email,
  )

test('who has an account signs in and accepts, and is signed out again', async () => {
  const person = await fixture.account(0)
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  const link = await linkTo(person.email)
  await page.goto(link)
  await see('Join <b>Acme</b> & "Co"?')
  await see(`${owner.email} invites you`)
  await page.type('#password', 'not the password')
  await page.click('#submit')
  await see('The password is wrong.')
  await page.$eval('#password', (input) => ((input as HTMLInputElement).value = ''))
  await page.type('#password', person.password)
  await page.click('#submit')
  await see('You are in <b>Acme</b> & "Co"')
  expect(await members()).toContain(person.email)
  // It loads nothing from elsewhere, and the token stands in no address.
  const [, token] = link.split('#')
  for (const url of asked)
    expect([url.startsWith(fixture.url), url.split('#')[0]!.includes(token!)]).toEqual([true, false])
  expect(JSON.stringify(fixture.logs)).not.toContain(token)
})

test('who has none opens one and accepts', async () => {
  await page.goto(await linkTo('new.person@example.com'))
  await see('Join')
  await page.click('#other-way')
  await page.type('#password', 'a good long password')
  await page.click('#submit')
  await see('You are in')
  expect(await members()).toContain('new.person@example.com')
})

test('who declines needs no account, and the link works no more', async () => {
  const link = await linkTo('no.thanks@example.com')
  await page.goto(link)
  await see('Join')
  await page.click('#decline')
  await see('Declined')
  await page.goto('about:blank')
  await page.goto(link)
  await see('This link does not work')
  await page.goto('about:blank')
  await page.goto(`${fixture.url}/invitation`)
  await see('This link does not work')
})

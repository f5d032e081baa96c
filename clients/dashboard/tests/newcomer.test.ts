import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import {
  choose,
  type Dashboard,
  newPerson,
  openDashboard,
  press,
  textOf,
  waitForText,
} from './open-dashboard.ts'

let dashboard: Dashboard
let folder: string
/** Of the newcomer, who has signed up in the first of the tasks. */
let page: Page
let faults: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-newcomer-'))
  dashboard = await openDashboard()
  ;({ page, faults } = await dashboard.open('/', { signedIn: false }))
})
afterAll(async () => {
  await dashboard?.stop()
  await rm(folder, { recursive: true, force: true })
})

const sample = (path: string) => `${dashboard.info.sample_site}${path}`

/** Things are found as people find them: by what is written on them. */
const fill = (label: string, text: string) => page.locator(`::-p-aria(${label})`).fill(text)
const pressTab = (name: string) => page.locator(`::-p-aria([name="${name}"][role="tab"])`).click()
const pressLink = (name: string) => page.locator(`::-p-aria([name="${name}"][role="link"])`).click()
const pressInDialog = (name: string) =>
  page.locator(`[role=dialog] ::-p-aria([name="${name}"][role="button"])`).click()

/** With what is chosen in the playground, where the person is. */
async function fetchPage(url: string): Promise<void> {
  await fill('Address of a page', url)
  await press(page, 'Fetch page')
}

/** The ten tasks of somebody who has read no document. Each takes few steps, so that it is done within a minute. */
describe('a newcomer', () => {
  test('1. signs up, from the address of the service on', async () => {
    const { email, password } = newPerson()
    await page.goto(dashboard.url, { waitUntil: 'networkidle2' })
    await waitForText(page, 'An account begins with 5,000 credits')
    await page.locator('#content ::-p-aria(Create an account)').click()
    await fill('E-mail address', email)
    await fill('Password', password)
    await press(page, 'Create account')
    await waitForText(page, 'Playground')
  })

  test('2. gets a page as Markdown, and sees what it has cost', async () => {
    await pressLink('Playground')
    await fetchPage(sample('/article'))
    await waitForText(page, 'For thirty-nine years Ines Calloway')
    await pressTab('Markdown')
    await waitForText(page, '## How a log is kept')
    expect(await textOf(page)).toContain('1 credit')
    await eventually(async () =>
      expect(await page.$eval('.balance', (shown) => shown.textContent)).toContain('4,999'),
    )
  })

  test('3. gets a table as CSV', async () => {
    await press(page, 'Tables')
    await fetchPage(sample('/docs'))
    await pressTab('Tables')
    await waitForText(page, 'delivered')
    const session = await page.createCDPSession()
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      browserContextId: page.browserContext().id!,
      downloadPath: folder,
    })
    await press(page, 'Download table-1.csv')
    await eventually(async () =>
      expect(await readFile(join(folder, 'table-1.csv'), 'utf8')).toMatch(/,.*\r\n/),
    )
  })

  test('4. gets JSON by pointing at a page', async () => {
    await fill('Address of a page', sample('/listing'))
    await press(page, 'Point at fields')
    await page.waitForSelector('.element-row', { timeout: 150_000 })
    const frame = page.frames().find((each) => each.url().endsWith('/pointing.html'))!
    await frame.locator('::-p-text(€89.50)').click()
    await waitForText(page, 'Here: 89.50')
    await frame.locator('::-p-text(€64.00)').click()
    await press(page, 'Take them as a list')
    await waitForText(page, '8 items here')
    await press(page, 'Check with the service')
    await waitForText(page, '8 by the service')
    await press(page, 'Download fields.json')
    await eventually(async () =>
      expect(JSON.parse(await readFile(join(folder, 'fields.json'), 'utf8')).items).toHaveLength(8),
    )
    await press(page, 'Start anew')
  })

  test('5. sees why a page failed', async () => {
    await fill('Find an option', 'alone')
    await press(page, 'Tiers 1 and 2 alone')
    await fetchPage(sample('/status/403'))
    await page.waitForSelector('[role=alert]', { timeout: 150_000 })
    const said = await page.$eval('[role=alert]', (alert) => alert.textContent)
    expect(said).toMatch(/tier/i)
    expect(await page.$$('.ladder .rung')).toHaveLength(2)
  })

  test('6. runs a batch from a paste', async () => {
    await pressLink('Batches')
    await press(page, 'New batch')
    await fill('Addresses, one a line', `${sample('/article')}\n${sample('/plain')}`)
    await press(page, 'Fetch 2 pages')
    await waitForText(page, '2 delivered')
  })

  test('7. watches a crawl', async () => {
    await pressLink('Crawls')
    await press(page, 'New crawl')
    await fill('Start page', sample('/'))
    await fill('Most pages', '3')
    await press(page, 'Start crawl')
    await waitForText(page, '3 delivered')
  })

  test('8. makes an API key, and revokes it', async () => {
    await pressLink('API keys')
    await press(page, 'Create key')
    await page.locator('[role=dialog] ::-p-aria(Name)').fill('My program')
    await pressInDialog('Create key')
    await waitForText(page, 'Copy it now')
    await waitForText(page, 'My program')
    await choose(page, 'My program', 'Revoke')
    await pressInDialog('Revoke')
    await eventually(async () => expect(await page.$$('.table-body [role=row]')).toHaveLength(0))
  })

  test('9. adds a webhook endpoint', async () => {
    await pressLink('Webhooks')
    await press(page, 'Add endpoint')
    await page.locator('[role=dialog] ::-p-aria(Address)').fill('https://example.com/hook')
    await pressInDialog('Add endpoint')
    await waitForText(page, 'https://example.com/hook')
  })

  test('10. sees what was spent', async () => {
    await pressLink('Usage')
    await waitForText(page, 'Spent in this time')
    await eventually(async () => expect(await textOf(page)).toMatch(/\d+(\.\d)? credits/))
    expect(faults).toEqual([])
  })

  test('who asks for more than the account may in a minute waits, is told so, and gets all of it', async () => {
    const asked = page.waitForRequest((request) => request.headers().authorization !== undefined)
    await pressLink('Jobs')
    const { authorization } = (await asked).headers()
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const reply = await fetch(`${dashboard.info.base_url}/auth/me`, {
          headers: { Authorization: authorization! },
        })
        return reply.status
      }),
    )
    expect(statuses).toContain(429)
    await pressLink('Batches')
    await page.waitForFunction(() => document.querySelector('.waiting')?.textContent?.includes('waits'))
    await page.waitForSelector('.table-body [role=row]', { timeout: 150_000 })
    expect(await page.$('[role=alert]')).toBeNull()
    expect(faults).toEqual([])
  })
})

test('without an account there is the demo, at the address of the service', async () => {
  const { page, faults } = await dashboard.open('/', { signedIn: false })
  await page.locator('::-p-aria(Address of a page)').fill(sample('/article'))
  await press(page, 'Fetch page')
  await waitForText(page, 'Ines Calloway')
  expect(faults).toEqual([])
})

test('where there is no demo, the way in is shown in its place', async () => {
  const { page, faults } = await dashboard.open('/sign-in', { signedIn: false })
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    // As a server says it whose operator has set DEMO=false and REGISTRATION=closed.
    if (request.url().endsWith('/api/v1/server'))
      void request.respond({
        contentType: 'application/json',
        body: JSON.stringify({
          demo: { is_open: false, pages_per_hour: 10, highest_tier: '2' },
          registration: 'closed',
          signup_credits: 0,
        }),
      })
    else void request.continue()
  })
  await page.goto(`${dashboard.url}/app/`, { waitUntil: 'networkidle2' })
  await waitForText(page, 'Accounts are given by the operator')
  expect(await page.$('form')).toBeNull()
  await page.locator('#content ::-p-aria(Sign in)').click()
  await waitForText(page, 'E-mail address')
  expect(faults).toEqual([])
})

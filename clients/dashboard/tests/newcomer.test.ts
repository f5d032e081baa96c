import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Dashboard, openDashboard, press, textOf, waitForText } from './open-dashboard.ts'

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard?.stop())

test('whoever has never read a document gets a page as Markdown, from the sign-up on', async () => {
  const { page, faults } = await dashboard.open('/sign-up', { signedIn: false })
  await page.locator('input[type=email]').fill('ann@example.com')
  await page.locator('input[type=password]').fill('long enough for anybody')
  await press(page, 'Create account')
  await page.locator('::-p-aria(Address of a page)').fill(`${dashboard.info.sample_site}/article`)
  await press(page, 'Fetch page')
  await waitForText(page, 'For thirty-nine years Ines Calloway')
  expect(await textOf(page)).toContain('1 credit')

  await press(page, 'See the whole story of this job')
  await waitForText(page, 'delivered')
  await press(page, 'Run again')
  await press(page, 'Jobs')
  await eventually(async () => expect(await page.$$('.table-body [role=row]')).toHaveLength(2))
  expect(faults).toEqual([])
})

test('without an account there is the demo, at the address of the service', async () => {
  const { page, faults } = await dashboard.open('/', { signedIn: false })
  await page.goto(dashboard.url, { waitUntil: 'networkidle2' })
  await page.locator('::-p-aria(Address of a page)').fill(`${dashboard.info.sample_site}/article`)
  await press(page, 'Fetch page')
  await waitForText(page, 'Ines Calloway')
  expect(faults).toEqual([])
})

test('why a page failed is told with what helps, and what it came to', async () => {
  const { page, faults } = await dashboard.open('/')
  await page.locator('::-p-aria(Address of a page)').fill('http://127.0.0.1:1/')
  await press(page, 'Fetch page')
  const alert = await page.waitForSelector('[role=alert]')
  expect(await alert!.evaluate((element) => element.textContent)).toMatch(/not allowed|private/i)
  expect(faults).toEqual([])
})

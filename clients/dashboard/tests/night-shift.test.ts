import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { findAxeFaults } from './axe.ts'
import { type Dashboard, openDashboard, press, textOf, waitForText } from './open-dashboard.ts'

let dashboard: Dashboard
beforeAll(async () => {
  // One of its own: what other suites have given up is not looked at here.
  dashboard = await openDashboard({})
})
afterAll(() => dashboard?.stop())

const scrape = async (path: string, requestId: string, more: object = {}) => {
  const { base_url, api_key, sample_site } = dashboard.info
  return await fetch(`${base_url}/scrape`, {
    method: 'POST',
    headers: { 'X-API-Key': api_key, 'Content-Type': 'application/json', 'X-Request-Id': requestId },
    body: JSON.stringify({ url: `${sample_site}${path}`, cost_controls: { max_tier: '1' }, ...more }),
  })
}

test('an operator sees that all is well, and what waits', async () => {
  const { page, faults } = await dashboard.open('/operate/health')
  await waitForText(page, 'tier-3-stealth')
  await waitForText(page, 'all is well')
  await press(page, 'Queues')
  await waitForText(page, 'Messages in Redis')
  expect(faults).toEqual([])
})

test('why a job failed is found by the id of its request, and from there its account', async () => {
  await scrape('/status/503', 'night-in-browser-1')
  const { page, faults } = await dashboard.open('/operate/jobs')
  await page.locator('::-p-aria(Id of a job or a request)').fill('night-in-browser-1')
  await press(page, 'Find')
  await waitForText(page, 'Why it failed: ALL_TIERS_FAILED')
  expect(await textOf(page)).toContain('error of the site')
  expect(await findAxeFaults(page)).toEqual([])
  await press(page, 'Development')
  await waitForText(page, 'Grant credits')
  await page.locator('::-p-aria(Credits)').fill('50')
  await press(page, 'Grant')
  await waitForText(page, '50 credits were added.')
  await waitForText(page, 'credits granted')
  expect(await findAxeFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test('which site fails is told with why', async () => {
  await scrape('/status/503', 'night-in-browser-2')
  const { page, faults } = await dashboard.open('/operate/sites')
  await waitForText(page, '127.0.0.1')
  await waitForText(page, 'error of the site')
  await page.locator('.table-body [role=row]').click()
  await waitForText(page, 'attempts delivered')
  expect(await findAxeFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test('where nothing was given up, and the money adds up, that is said', async () => {
  const { page, faults } = await dashboard.open('/operate/dead-letters')
  await waitForText(page, 'Nothing was given up.')
  await press(page, 'Ledger')
  await waitForText(page, 'The audit has found no difference.')
  expect(faults).toEqual([])
})

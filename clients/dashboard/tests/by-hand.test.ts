import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Dashboard, openDashboard, press, waitForText } from './open-dashboard.ts'

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard?.stop())

test('a browser is shown to who signs in by hand, takes their keys until F6, and ends when they say so', async () => {
  const { page, faults } = await dashboard.open('/sessions')
  await press(page, 'Sign in by hand')
  await page.locator('::-p-aria(Address of the sign-in page)').fill(`${dashboard.info.sample_site}/login`)
  await press(page, 'Open browser')
  await waitForText(page, `${dashboard.info.sample_site}/login`)
  const isDrawn = () => {
    const canvas = document.querySelector('canvas')!
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    return data.some((value, at) => at % 4 === 0 && value > 0)
  }
  await page.waitForFunction(isDrawn, { timeout: 60_000, polling: 200 })
  await page.locator('canvas').click()
  await waitForText(page, 'Keys go to the browser')
  await page.keyboard.press('F6')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Keep this session')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role=dialog]')
  await press(page, 'Cancel')
  await press(page, 'End without keeping')
  await waitForText(page, 'Begin another one')
  expect(faults).toEqual([])
})

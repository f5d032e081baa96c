import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { type Dashboard, openDashboard, press, waitForText } from './open-dashboard.ts'

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard?.stop())

async function begin(): Promise<{ page: Page; faults: string[] }> {
  const { page, faults } = await dashboard.open('/sessions')
  await press(page, 'Sign in by hand')
  await page.locator('::-p-aria(Address of the sign-in page)').fill(`${dashboard.info.sample_site}/login`)
  await press(page, 'Open browser')
  return { page, faults }
}

/** Waits until a picture of the browser, at the sign-in page, is drawn. */
async function untilDrawn(page: Page): Promise<void> {
  await waitForText(page, `${dashboard.info.sample_site}/login`)
  const isDrawn = () => {
    const canvas = document.querySelector('canvas')
    const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
    return data?.some((value, at) => at % 4 === 0 && value > 0) ?? false
  }
  await page.waitForFunction(isDrawn, { timeout: 60_000, polling: 200 })
}

test('a browser is shown to who signs in by hand, takes their keys until F6, and ends when they say so', async () => {
  const { page, faults } = await begin()
  await untilDrawn(page)
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

test('a browser that was lost sight of is found again, by its address and by the sessions', async () => {
  const { page, faults } = await begin()
  await untilDrawn(page)
  const path = await page.evaluate(() => location.pathname)
  await page.reload()
  await untilDrawn(page)
  expect(await page.evaluate(() => location.pathname)).toBe(path)
  await page.close()

  const { page: later } = await dashboard.open('/sessions')
  await waitForText(later, 'is still open')
  await press(later, 'Go on with it')
  await untilDrawn(later)
  expect(await later.evaluate(() => location.pathname)).toBe(path)
  await press(later, 'End without keeping')
  await waitForText(later, 'Begin another one')
  await later.reload()
  await waitForText(later, 'Ended')
  await press(later, 'See sessions')
  await waitForText(later, 'Sign in by hand')
  expect(faults).toEqual([])
})

test('a browser that is nobody’s, or of another account, is not there', async () => {
  const { page } = await dashboard.open('/sessions/sign-in/019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d51')
  await waitForText(page, 'There is no such login by hand')
  expect(await page.$('canvas')).toBeNull()
  await page.close()
})

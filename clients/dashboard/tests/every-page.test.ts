import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { findAxeFaults } from './axe.ts'
import { type Dashboard, openDashboard } from './open-dashboard.ts'

/** The paths of the routes, but for those of one thing, which the tests of that thing open. */
const PATHS = [
  ...readFileSync(join(import.meta.dirname, '../src/app/routes.ts'), 'utf8').matchAll(/path: '([^':]+)'/g),
].map(([, path]) => path!)

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard?.stop())

describe.each(PATHS)('%s', (path) => {
  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('has no fault that axe finds, and keeps its policy, %s and %d wide', async (theme, width) => {
    const { page, faults } = await dashboard.open(path, { width })
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }])
    await page.waitForSelector('h1')
    await page.waitForNetworkIdle({ concurrency: 2 })
    expect(await page.$$eval('[role=alert]', (all) => all.map(({ textContent }) => textContent))).toEqual([])
    expect(await findAxeFaults(page)).toEqual([])
    const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect(await page.evaluate(isWider)).toBe(false)
    expect(faults).toEqual([])
    await page.close()
  })
})

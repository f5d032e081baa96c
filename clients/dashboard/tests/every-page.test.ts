import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { findAxeFaults } from './axe.ts'
import { type Dashboard, openDashboard } from './open-dashboard.ts'
import { makeThings } from './things-of-pages.ts'

/** The paths of the routes; those of one thing are opened with a real one. */
const PATHS = [
  ...readFileSync(join(import.meta.dirname, '../src/app/routes.ts'), 'utf8').matchAll(/path: '([^']+)'/g),
].map(([, path]) => path!)

let dashboard: Dashboard
let things: Record<string, string>
beforeAll(async () => {
  dashboard = await openDashboard()
  things = await makeThings(dashboard)
})
afterAll(() => dashboard?.stop())

const LOOKS = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
] as const

/** Each page is loaded once, in turn in one look or the other, and then changes to the other: a load is what takes the time. */
const VISITS = PATHS.map((path, at) => [path, at % 2 === 0 ? LOOKS : LOOKS.toReversed()] as const)

test.each(VISITS)(
  '%s has no fault that axe finds, and keeps its policy, in each look',
  async (path, looks) => {
    const shown = path.includes(':') ? things[path] : path
    expect(shown).toBeDefined()
    const { page, faults } = await dashboard.open(shown!, {
      width: looks[0]!.width,
    })
    for (const { theme, width } of looks) {
      await page.setViewport({ width, height: 844 })
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }])
      await page.waitForSelector('h1')
      await page.waitForNetworkIdle({ concurrency: 2 })
      expect(await page.$$eval('[role=alert]', (all) => all.map(({ textContent }) => textContent))).toEqual(
        [],
      )
      expect([width, await findAxeFaults(page)]).toEqual([width, []])
      const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
      expect([width, await page.evaluate(isWider)]).toEqual([width, false])
      expect(faults).toEqual([])
    }
    await page.close()
  },
)

test.each(['/', '/sign-in', '/sign-in/provider', '/sign-up', '/forgot-password'])(
  '%s fits a phone for strangers, too',
  async (path) => {
    const { page, faults } = await dashboard.open(path, { signedIn: false, width: 360 })
    await page.waitForSelector('h1')
    const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect(await page.evaluate(isWider)).toBe(false)
    expect(faults).toEqual([])
    await page.close()
  },
)

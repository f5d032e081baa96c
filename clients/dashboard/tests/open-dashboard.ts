import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DevInfo, startFleet } from '@gleaner/devstack'
import { findChromium } from '@gleaner/devstack/find-chromium'
import { FLEET_UNDER_TEST } from '@gleaner/devstack/testing/fleet-under-test'
import { shareFleet } from '@gleaner/devstack/testing/shared-fleet'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'

export interface Dashboard {
  info: DevInfo
  url: string
  /** Of 127.0.0.1, which the work of the shared fleet may reach. */
  ports: readonly number[]
  browser: Browser
  /**
   * A page at `path` below `/app`, of the developer's account or of a stranger. What goes wrong in it, also against its policy, stands in
   * `faults`.
   */
  open(path: string, options?: { signedIn?: boolean; width?: number }): Promise<Visit>
  stop(): Promise<void>
}

export interface Visit {
  page: Page
  faults: string[]
}

/** How long a busy machine may take for what a person presses or waits for. */
const LOOKED_FOR_MS = 150_000

/** The dashboard of the shared fleet, or of one of its own where it has settings, and a browser that looks at it. */
export async function openDashboard(env?: Record<string, string>): Promise<Dashboard> {
  const fleet = env ? await startOwnFleet(env) : { ...(await shareFleet()), stop: async () => {} }
  const browser = await puppeteer.launch({
    executablePath: (await findChromium(process.env))!,
    args: ['--no-sandbox'],
  })
  const { url } = fleet
  // Once: sign-ins of one address are limited.
  const ofDeveloper = await browser.createBrowserContext()
  await signIn(await ofDeveloper.newPage(), url, fleet.info.user)

  async function open(path: string, { signedIn = true, width = 1280 } = {}): Promise<Visit> {
    const context = signedIn ? ofDeveloper : await browser.createBrowserContext()
    const page = await context.newPage()
    page.setDefaultTimeout(LOOKED_FOR_MS)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => {
      // What the API refuses is shown to people; the browser notes it too.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text())
    })
    await page.setViewport({ width, height: 844 })
    await page.goto(`${url}/app${path}`, { waitUntil: 'networkidle2' })
    return { page, faults }
  }

  return {
    // Its processes change when they are started anew.
    get info() {
      return fleet.info
    },
    url,
    ports: fleet.ports,
    browser,
    open,
    async stop() {
      await browser.close()
      await fleet.stop()
    },
  }
}

/** A person whom the shared fleet does not know yet. */
export const newPerson = () => ({
  email: `ann-${randomUUID()}@example.com`,
  password: 'long enough for anybody',
})

async function startOwnFleet(env: Record<string, string>) {
  const home = await mkdtemp(join(tmpdir(), 'gleaner-dashboard-'))
  const fleet = await startFleet({ home, port: 0, env: { ...FLEET_UNDER_TEST, ...env } })
  return {
    get info() {
      return fleet.info
    },
    url: new URL(fleet.info.base_url).origin,
    ports: [],
    async stop() {
      await fleet.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function signIn(page: Page, url: string, user: { email: string; password: string }): Promise<void> {
  await page.goto(`${url}/app/sign-in`, { waitUntil: 'networkidle2' })
  await page.locator('input[type=email]').fill(user.email)
  await page.locator('input[type=password]').fill(user.password)
  await page.locator('button[type=submit]').click()
  await page.waitForFunction(() => location.pathname === '/app/' || location.pathname === '/app')
}

/** Presses what is called so. */
export async function press(page: Page, name: string): Promise<void> {
  await page.locator(`::-p-aria(${name})`).click()
}

/** Chooses a verb of the menu of a thing. */
export async function choose(page: Page, name: string, verb: string): Promise<void> {
  await press(page, `Actions for ${name}`)
  await page.locator(`.menu:popover-open ::-p-aria(${verb})`).click()
}

/** What the page says, as a person reads it. */
export async function textOf(page: Page): Promise<string> {
  return await page.$eval('#content', (content) => content.textContent ?? '')
}

/** Waits until the page says it; what it says in its place otherwise stands in the error. A page that is fetched takes long on a busy machine. */
export async function waitForText(page: Page, text: string): Promise<void> {
  const isThere = (wanted: string) => document.querySelector('#content')?.textContent?.includes(wanted)
  try {
    await page.waitForFunction(isThere, { timeout: LOOKED_FOR_MS, polling: 200 }, text)
  } catch (error) {
    throw new Error(`"${text}" is not said, but: ${await textOf(page)}`, { cause: error })
  }
}

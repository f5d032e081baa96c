import { createHmac } from 'node:crypto'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { findAxeFaults } from './axe.ts'
import { type Dashboard, newPerson, openDashboard, press, textOf, waitForText } from './open-dashboard.ts'

const PERSON = newPerson()

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard?.stop())

const fill = (page: Page, label: string, text: string) =>
  page.locator(`.dialog ::-p-aria(${label})`).fill(text)
/** The button of the dialog: one of the same name opened it. */
const agree = (page: Page) => page.locator('.dialog button[type=submit]').click()

test('a person adds a passkey and an app, and signs in by each', async () => {
  const { page, faults } = await dashboard.open('/sign-up', { signedIn: false })
  const devtools = await page.createCDPSession()
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.locator('input[type=email]').fill(PERSON.email)
  await page.locator('input[type=password]').fill(PERSON.password)
  await press(page, 'Create account')
  await press(page, 'Account')

  await press(page, 'Sign-in')
  await press(page, 'Add passkey')
  await fill(page, 'Name', 'Laptop')
  await fill(page, 'Current password', PERSON.password)
  await agree(page)
  await waitForText(page, 'Laptop')
  await press(page, 'Rename')
  await fill(page, 'Name', 'Old laptop')
  await agree(page)
  await waitForText(page, 'Old laptop')

  await press(page, 'Set up')
  await fill(page, 'Current password', PERSON.password)
  await agree(page)
  await page.waitForSelector('.qr-code path')
  expect(await findAxeFaults(page)).toEqual([])
  const secret = await page.$eval('.dialog code', (code) => code.textContent!)
  await fill(page, 'Code that the app shows', codeOf(secret))
  await agree(page)
  await waitForText(page, 'They are not shown again')
  const [recoveryCode] = await page.$$eval('.recovery-codes code', (all) =>
    all.map((code) => code.textContent!),
  )
  await press(page, 'I have kept them')
  await eventually(async () => expect(await textOf(page)).toContain('Recovery codes left'))

  // The authenticator answers at once what the field of the address offers.
  await press(page, 'Sign out')
  await page.goto(`${dashboard.url}/app/sign-in`)
  await page.waitForFunction(() => location.pathname === '/app/')

  await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await press(page, 'Sign out')
  await page.goto(`${dashboard.url}/app/sign-in`)
  await page.locator('input[type=email]').fill(PERSON.email)
  await page.locator('input[type=password]').fill(PERSON.password)
  await page.locator('button[type=submit]').click()
  await page.locator('input[autocomplete=one-time-code]').fill(recoveryCode!)
  await press(page, 'Go on')
  await page.waitForFunction(() => location.pathname === '/app/')
  expect(faults).toEqual([])
})

test('what was done to an account is told, and no secret with it', async () => {
  const { page, faults } = await dashboard.open('/account?tab=log')
  await waitForText(page, 'sign in begun')
  expect(faults).toEqual([])
})

/** RFC 6238, of now. */
function codeOf(secret: string): string {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  return String((mac.readUInt32BE(mac[19]! & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { type Dashboard, openDashboard, press, waitForText } from './open-dashboard.ts'

// What a person sees while processes of the fleet are killed in the middle of their work.

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await openDashboard({})
})
afterAll(() => dashboard?.stop())

const kill = (service: string) => process.kill(dashboard.info.pids[service]!, 'SIGKILL')

// biome-ignore lint/suspicious/noExplicitAny: judged field by field
async function api(method: string, path: string, body?: object): Promise<any> {
  const reply = await fetch(`${dashboard.info.base_url}${path}`, {
    method,
    headers: { 'X-API-Key': dashboard.info.api_key, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  return await reply.json()
}

const URLS = 200
const STALE = 'The live news broke off'

test('a batch of 200 is watched to its end while its workers and the service of its stream are killed: nothing is lost, and the page says so', async () => {
  const urls = Array.from({ length: URLS }, (_, at) => `${dashboard.info.sample_site}/plain?at=${at}`)
  const before = await api('GET', '/billing/balance')
  const { batch_id } = await api('POST', '/batch', { urls })
  const { page, faults } = await dashboard.open(`/batches/${batch_id}`)
  const ended = () => page.$eval('[role=progressbar]', (bar) => Number(bar.getAttribute('aria-valuenow')))
  const seen: number[] = []
  const untilEnded = async (count: number) => {
    await eventually(
      async () => {
        seen.push(await ended())
        expect(seen.at(-1)).toBeGreaterThanOrEqual(count)
      },
      { timeoutMs: 240_000 },
    )
  }

  await untilEnded(10)
  kill('tier-1-curl')
  await untilEnded(60)
  kill('realtime')
  await waitForText(page, STALE)
  await untilEnded(URLS)
  await waitForText(page, `${URLS} delivered, 0 failed, 0 to come`)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(await page.evaluate(() => document.querySelector('#content')!.textContent)).not.toContain(STALE)

  const batch = await api('GET', `/batch/${batch_id}?include_results=false`)
  expect(batch).toMatchObject({ status: 'completed', completed: URLS, failed: 0 })
  expect(new Set(batch.items.map(({ url }: { url: string }) => url)).size).toBe(URLS)
  expect(batch.credits_used).toBe(
    batch.items.reduce((sum: number, { credits }: { credits: number }) => sum + credits, 0),
  )
  const after = await api('GET', '/billing/balance')
  expect(before.available_credits - after.available_credits).toBeCloseTo(batch.credits_used)
  expect(faults).toEqual([])
  await page.close()
})

/** Waits until a picture is drawn. */
async function untilDrawn(page: Page): Promise<void> {
  await page.waitForSelector('canvas')
  const isDrawn = () => {
    const canvas = document.querySelector('canvas')!
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    return data.some((value, at) => at % 4 === 0 && value > 0)
  }
  await page.waitForFunction(isDrawn, { timeout: 120_000, polling: 200 })
}

const LOST = 'The connection was lost'

/** Waits until the page says that its connection is lost, and wipes the picture at once: what is drawn then has come by another one. */
async function wipeOnceLost(page: Page): Promise<void> {
  const wipe = (lost: string) => {
    if (!document.querySelector('#content')?.textContent?.includes(lost)) return false
    const canvas = document.querySelector('canvas')!
    canvas.getContext('2d')!.clearRect(0, 0, canvas.width, canvas.height)
    return true
  }
  await page.waitForFunction(wipe, { timeout: 60_000, polling: 100 }, LOST)
}

test('a login by hand goes on when the service that shows it is killed, and says when its browser is lost', async () => {
  const { page, faults } = await dashboard.open('/sessions/sign-in')
  const before = await api('GET', '/billing/balance')
  await page.locator('::-p-aria(Address of the sign-in page)').fill(`${dashboard.info.sample_site}/login`)
  await press(page, 'Open browser')
  await untilDrawn(page)
  kill('gateway')
  await wipeOnceLost(page)
  await untilDrawn(page)
  expect(await page.$eval('#content', ({ textContent }) => textContent)).not.toContain(LOST)

  kill('tier-4-browser')
  await waitForText(page, 'The browser was lost. Nothing was charged')
  expect(await page.$('canvas')).toBeNull()
  await eventually(async () => expect(await api('GET', '/billing/balance')).toEqual(before))
  await press(page, 'Begin another one')
  await waitForText(page, 'Open browser')
  expect(faults).toEqual([])
})

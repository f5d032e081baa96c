import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { auditLedger } from '@gleaner/billing'
import { sleep } from '@gleaner/runtime'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type Begun, createLoginsFixture, type LoginsFixture, MONEY } from '../testing/logins-fixture.ts'
import type { ManualLoginWorker } from './manual-login-worker.ts'

/** What a login costs that its person has had: 100 credits, in micros. */
const PRICE = 20_000
/** As browsers' own tests. */
const CHROMIUM = process.env.PUPPETEER_EXECUTABLE_PATH ?? '/usr/bin/chromium'

let site: Server
let url: string
let fixture: LoginsFixture
let worker: ManualLoginWorker | undefined
beforeAll(async () => {
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Sign in</title><form><input></form>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  url = `http://127.0.0.1:${port}/`
  fixture = await createLoginsFixture(CHROMIUM, `127.0.0.1:${port}`)
})
afterEach(() => worker?.stop())
afterAll(async () => {
  await fixture?.close()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})

/** Nothing of it is left: no browser, no ticket or key, nothing set aside; and it was paid once, or not at all. */
async function expectGone(login: Begun, paid: number): Promise<void> {
  await eventually(() => expect(fixture.browsers()).toBe(0))
  expect(await login.row()).toMatchObject({
    ticket_hash: null,
    channel_key: null,
    keep: null,
    session_id: null,
  })
  const expected = { available: MONEY - paid, held: 0, paid }
  expect(await login.money()).toEqual(expected)
  // Its message may be delivered again.
  await fixture.enqueue(login.id)
  await eventually(async () => {
    const queue = fixture.ctx.producer as unknown as {
      queues(): { name: string; getJobCounts(): Promise<Record<string, number>> }[]
    }
    const counts = await queue
      .queues()
      .find(({ name }) => name === 'manual-login')!
      .getJobCounts()
    expect([counts.waiting, counts.active, counts.delayed]).toEqual([0, 0, 0])
  })
  expect(await login.money()).toEqual(expected)
  expect(await auditLedger(fixture.pool)).toEqual([])
}

test('a browser opens as large as its viewer has said before it was there', async () => {
  worker = await fixture.worker({ openMs: 60_000, idleMs: 8_000 })
  const login = await fixture.begin(url)
  const looking = await login.look({ type: 'size', width: 1_008, height: 584 })
  await eventually(() => expect(looking.size).toEqual([1_008, 584]))
  looking.channel.close()
  await login.until('idle')
})

describe('a login by hand ends', () => {
  test('when nobody does anything, and is paid once', async () => {
    worker = await fixture.worker({ openMs: 60_000, idleMs: 2_000 })
    const login = await fixture.begin(url)
    const looking = await login.look()
    await login.until('idle')
    await expectGone(login, PRICE)
    const { frames } = looking
    looking.channel.act({ type: 'history', action: 'reload' })
    // Long enough for a frame, if there were one.
    await sleep(1_000)
    expect(looking.frames).toBe(frames)
    looking.channel.close()
  })

  test('when its time is over, however busy its person is', async () => {
    worker = await fixture.worker({ openMs: 6_000, idleMs: 4_000 })
    const login = await fixture.begin(url)
    const { channel } = await login.look()
    const mouse = {
      type: 'mouse',
      button: 'none',
      buttons: 0,
      clicks: 0,
      dx: 0,
      dy: 0,
      modifiers: 0,
    } as const
    const busy = setInterval(
      () => channel.act({ ...mouse, action: 'move', x: Math.random() * 100, y: 50 }),
      100,
    )
    await login.until('expired').finally(() => clearInterval(busy))
    await expectGone(login, PRICE)
    channel.close()
  })

  test('a while after its person has closed the tab; until then whoever comes back goes on', async () => {
    worker = await fixture.worker({ openMs: 60_000, idleMs: 8_000 })
    const login = await fixture.begin(url)
    const first = await login.look()
    first.channel.close()
    const second = await login.look()
    await eventually(() => expect(second.left).toBeLessThanOrEqual(60))
    second.channel.close()
    const { frames } = second
    await login.until('idle')
    expect(second.frames).toBe(frames)
    await expectGone(login, PRICE)
  })

  test('when its service stops, and costs nothing', async () => {
    worker = await fixture.worker({ openMs: 60_000, idleMs: 60_000 })
    const login = await fixture.begin(url)
    const { channel } = await login.look()
    await worker.stop()
    await login.until('failed')
    expect((await login.row()).error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    worker = await fixture.worker({ openMs: 60_000, idleMs: 60_000 })
    await expectGone(login, 0)
    channel.close()
  })
})

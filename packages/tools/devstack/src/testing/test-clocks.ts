import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Fleet, startFleet } from '../fleet.ts'
import type { ServiceName } from '../services.ts'
import { type HangingSite, startHangingSite } from '../tests/hanging-site.ts'
import { FLEET_UNDER_TEST } from './fleet-under-test.ts'

// Processes whose clocks are ten minutes off work beside right ones: nothing fails, and nothing is early or late.

const SHIFT_CLOCK = pathToFileURL(join(import.meta.dirname, 'shift-clock.mjs')).href

/** How far the clocks of the processes of a fleet are ahead in milliseconds, by a service in each. */
export type ClockShifts = Partial<Record<ServiceName, number>>

/** Starts a fleet for each, by name. */
export function testClocks(fleets: Readonly<Record<string, ClockShifts>>): void {
  describe.each(Object.entries(fleets))('a fleet with %s', (_, shifts) => {
    let home: string
    let fleet: Fleet
    let hanging: HangingSite
    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), 'gleaner-home-'))
      hanging = await startHangingSite()
      fleet = await startFleet({
        home,
        port: 0,
        env: {
          ...FLEET_UNDER_TEST,
          NODE_OPTIONS: `--import=${SHIFT_CLOCK}`,
          CLOCK_SHIFTS: JSON.stringify(shifts),
          EGRESS_ALLOW: `127.0.0.1:${hanging.port}`,
        },
      })
    })
    afterAll(async () => {
      await fleet.stop()
      hanging.close()
      await rm(home, { recursive: true, force: true, maxRetries: 20 })
    })

    // biome-ignore lint/suspicious/noExplicitAny: replies are looked at, not trusted
    async function call(method: string, path: string, body?: object): Promise<{ status: number; body: any }> {
      const reply = await fetch(`${fleet.info.base_url}${path}`, {
        method,
        headers: { 'X-API-Key': fleet.info.api_key, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: reply.status, body: await reply.json() }
    }
    const page = (path: string) => `${fleet.info.sample_site}${path}`

    /** What a request leads to, once it has ended. */
    async function ended(path: string, body: object, idOf: string) {
      const accepted = await call('POST', path, body)
      expect([200, 202]).toContain(accepted.status)
      return await eventually(
        async () => {
          const state = await call('GET', `${path}/${accepted.body[idOf]}`)
          expect(['completed', 'failed', 'partially_failed', 'cancelled']).toContain(state.body.status)
          return state.body
        },
        { timeoutMs: 120_000 },
      )
    }

    const isNow = (time: string) => Math.abs(Date.parse(time) - Date.now()) < 150_000

    // Each waits for the fleet most of the time.
    test.concurrent('says how far, and is ready', async () => {
      const skews = await Promise.all(
        [...new Set(Object.values(fleet.info.ops))].map(async (ops) => {
          const text = await (await fetch(`${ops}/metrics`)).text()
          return Number(/^gleaner_clock_skew_seconds(?:\{.*\})? (.*)$/m.exec(text)?.[1])
        }),
      )
      for (const shift of Object.values(shifts))
        expect(skews.some((skew) => Math.abs(skew - shift / 1000) < 5)).toBe(true)
    })

    test.concurrent('scrapes at every tier, at once and later, and tells true times', async () => {
      for (const tier of ['1', '2', '4'] as const) {
        const cost_controls = { force_tier: tier }
        const { status, body } = await call('POST', '/scrape', {
          url: page('/article'),
          timeout: 60,
          cost_controls,
        })
        expect({ status, error: body.error }).toEqual({ status: 200 })
      }
      const job = await ended(
        '/batch',
        { urls: [1, 2, 3, 4].map((nth) => page(`/article?${nth}`)) },
        'batch_id',
      )
      expect(job).toMatchObject({ status: 'completed', failed: 0 })
      expect([job.created_at, job.finished_at ?? job.created_at].every(isNow)).toBe(true)
    })

    test.concurrent('ends what hangs at its deadline, neither before nor after it', async () => {
      const began = performance.now()
      const { body } = await call('POST', '/scrape', {
        url: `${hanging.origin}/hang`,
        timeout: 12,
        cost_controls: { max_tier: '1' },
      })
      const seconds = (performance.now() - began) / 1000
      expect(body.error).toBe('ALL_TIERS_FAILED')
      expect(seconds).toBeGreaterThan(5)
      expect(seconds).toBeLessThan(60)
    })

    test.concurrent('crawls and maps', async () => {
      const crawl = await ended(
        '/crawl',
        { url: page('/'), max_pages: 3, cost_controls: { max_tier: '1' } },
        'crawl_id',
      )
      expect(crawl).toMatchObject({ status: 'completed', failed: 0 })
      const map = await call('POST', '/map', { url: page('/'), timeout: 30 })
      expect(map.status).toBe(200)
    })
  })
}

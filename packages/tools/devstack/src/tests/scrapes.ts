import { setTimeout as sleep } from 'node:timers/promises'
import { auditLedger } from '@gleaner/billing'
import { checkReply } from '@gleaner/contracts/testing/check-reply'
import type { Pool } from '@gleaner/db'
import { eventually } from '@gleaner/testkit/eventually'
import { beforeAll, describe, expect, test } from '@jest/globals'
import type { Fleet } from '../fleet.ts'
import type { StackUnderTest } from './stack-under-test.ts'

let fleet: Fleet
let pool: Pool
/** The account of the keys that `npm start` prints. */
let accountId: string

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at, not trusted
type Reply = { status: number; body: any }

async function call(method: string, path: string, body?: object, key = fleet.info.api_key): Promise<Reply> {
  const response = await fetch(`${fleet.info.base_url}${path}`, {
    method,
    headers: { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const reply = { status: response.status, body: await response.json() }
  checkReply({ ...reply, method, url: response.url, headers: response.headers })
  return reply
}

const scrape = (page: string, options: object = {}) =>
  call('POST', '/scrape', { url: `${fleet.info.sample_site}${page}`, ...options })

async function balanceMicros(): Promise<bigint> {
  const { rows } = await pool.query(
    'SELECT available_micros + held_micros AS owned FROM balance WHERE account_id = $1',
    [accountId],
  )
  return rows[0].owned
}

/** No money is kept for a job that has ended, and the running balances agree with the ledger. */
async function expectSettledLedger(): Promise<void> {
  await eventually(async () => {
    const { rows } = await pool.query(
      'SELECT held_micros FROM balance WHERE account_id = $1 AND held_micros <> 0',
      [accountId],
    )
    expect(rows).toEqual([])
  })
  expect(await auditLedger(pool)).toEqual([])
}

function use(stack: StackUnderTest): void {
  ;({ fleet, pool, accountId } = stack)
}

export function describeScrapes(running: () => StackUnderTest): void {
  describe('a scrape through the whole fleet', () => {
    beforeAll(() => use(running()))

    test('climbs to a browser for a page that is empty without JavaScript, and charges that tier alone', async () => {
      const before = await balanceMicros()
      const { status, body } = await scrape('/spa', { formats: ['text'] })
      expect(status).toBe(200)
      expect(body.billing).toMatchObject({ tier_used: '4', total_credits: 20 })
      expect(
        body.billing.escalations.map((one: { tier: string; credits: number }) => [one.tier, one.credits]),
      ).toEqual([
        ['1', 0],
        ['4', 20],
      ])
      expect(before - (await balanceMicros())).toBe(4_000n)
    })

    test('fails, uncharged and without a browser, when JSON breaks off in transfer', async () => {
      const before = await balanceMicros()
      const { status, body } = await scrape('/truncated-json')
      expect(status).toBe(422)
      expect(body).toMatchObject({
        error: 'ALL_TIERS_FAILED',
        message: expect.stringMatching(/tier 1: .*; tier 2: /),
      })
      expect(body.message).not.toContain('tier 4:')
      expect(await balanceMicros()).toBe(before)
    })

    test('names the element that never came, also when the deadline is shorter than the wait for it', async () => {
      const { status, body } = await scrape('/article', {
        mode: 'js',
        timeout: 10,
        advanced: { wait_for: '#never' },
      })
      expect(status).toBe(422)
      expect(body).toMatchObject({
        error: 'ALL_TIERS_FAILED',
        message: expect.stringContaining('No element matched #never within'),
      })
    })

    test('answers 202 at once with sync false, and the job then holds the result', async () => {
      const { status, body } = await scrape('/article', { sync: false })
      expect(status).toBe(202)
      await eventually(async () => {
        const job = await call('GET', `/jobs/${body.job_id}`)
        expect(job.body).toMatchObject({ status: 'completed', result: { status_code: 200 } })
      })
    })

    test('refuses an address inside the network, and the databases of the stack itself', async () => {
      const { port } = new URL(fleet.info.redis_url)
      for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/latest/', `http://127.0.0.1:${port}/`]) {
        const { status, body } = await call('POST', '/scrape', { url })
        expect([url, status, body.error]).toEqual([url, 400, 'URL_NOT_ALLOWED'])
      }
    })

    test('costs nothing with a test key', async () => {
      const before = await balanceMicros()
      const { status } = await call(
        'POST',
        '/scrape',
        { url: 'https://shop.example/page' },
        fleet.info.test_key,
      )
      expect(status).toBe(200)
      expect(await balanceMicros()).toBe(before)
    })

    test('keeps the queue UI behind its login', async () => {
      const { queue_ui, admin } = fleet.info
      const login = Buffer.from(`${admin.user}:${admin.password}`).toString('base64')
      expect((await fetch(queue_ui)).status).toBe(401)
      expect((await fetch(queue_ui, { headers: { authorization: `Basic ${login}` } })).status).toBe(200)
    })
  })
}

const BROKEN = 'no answer'

/**
 * What forty scrapes may answer when a process is killed in their middle: their page, the id of a job that goes on, or
 * that a database is away; never that something is wrong with us.
 */
const ANSWERS_OF_A_KILL: Record<string, readonly string[]> = {
  'tier-1-curl': ['200', '202'],
  redis: ['200', '202', '502 QUEUE_UNAVAILABLE'],
  postgres: ['200', '202', '503 SERVICE_UNAVAILABLE'],
  // Only the death of the process that holds a caller's connection may cut it.
  gateway: ['200', '202', BROKEN],
}

function answerOf(reply: Reply | undefined): string {
  if (!reply) return BROKEN
  return reply.body.error ? `${reply.status} ${reply.body.error}` : String(reply.status)
}

/** Forty scrapes at once, and a kill in their middle. A request whose connection broke gives undefined. */
async function scrapeThroughKill(victim: string): Promise<(Reply | undefined)[]> {
  const before = fleet.info.pids[victim]!
  const requests = Array.from({ length: 40 }, () =>
    scrape('/slow?ms=300', { formats: ['text'], timeout: 30 }).catch((error) => {
      if (error.message === 'fetch failed' || error.message === 'terminated') return undefined
      throw error
    }),
  )
  // Some are at their target by then; which ones makes no difference.
  await sleep(150)
  process.kill(before, 'SIGKILL')
  const replies = await Promise.all(requests)
  await eventually(() => expect([undefined, before]).not.toContain(fleet.info.pids[victim]))
  return replies
}

async function expectJobToEnd(jobId: string): Promise<void> {
  await eventually(async () => {
    const job = await call('GET', `/jobs/${jobId}`)
    expect(['completed', 'failed']).toContain(job.body.status)
  })
}

export function describeKills(running: () => StackUnderTest): void {
  describe('a process killed in the middle of many scrapes', () => {
    beforeAll(() => use(running()))

    test.each(Object.entries(ANSWERS_OF_A_KILL))(
      'leaves every request answered and the ledger in order (%s)',
      async (victim, allowed) => {
        const replies = await scrapeThroughKill(victim)
        expect(replies.map(answerOf).filter((answer) => !allowed.includes(answer))).toEqual([])
        for (const reply of replies) if (reply?.status === 202) await expectJobToEnd(reply.body.job_id)
        await expectSettledLedger()
        await eventually(async () => expect(await scrape('/article')).toMatchObject({ status: 200 }))
      },
    )
  })
}

import { auditLedger, type NewSpendLimit, setSpendLimit } from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts'
import { transaction } from '@gleaner/db'
import { lineName } from '@gleaner/queue'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { createJob } from '../accepting/create-job.ts'
import type { NewJob } from '../accepting/new-job.ts'
import { type AdmissionFixture, createAdmissionFixture, pagesOf } from './admission.ts'
import { insertTestBatch } from './batch.ts'

// What one key, host, crawl or item cannot have keeps nothing from another.

/** `isWanted` chooses among the pairs of a place and what is exceeded: with every seventh, each of both comes once or twice. */
export function testNeighbours(isWanted: (nth: number) => boolean): void {
  let fixture: AdmissionFixture
  beforeAll(async () => {
    fixture = await createAdmissionFixture()
  })
  afterAll(() => fixture.close())
  afterEach(async () => {
    await fixture.reset()
    expect(await auditLedger(fixture.pool)).toEqual([])
  })

  const KEY = uuidv7()
  /** Its lines come before those of the others, so that it is first in a step. */
  const HOST = 'y.example.com'
  const DEAR = { cost_controls: { force_tier: '4' as const } }

  interface Refusal {
    micros?: number
    request?: object
    /** A limit of the key that is refused. */
    limit?: Partial<NewSpendLimit>
    /** The key has a request under way that holds all of its budget. */
    isHeld?: boolean
  }

  /** Every way in which an item cannot be paid that another item can. */
  const REFUSALS: Record<string, Refusal> = {
    "the key's budget, daily": { limit: { budgetMicros: 100, resetPeriod: 'daily' } },
    "the key's budget, weekly": { limit: { budgetMicros: 100, resetPeriod: 'weekly' } },
    "the key's budget, monthly": { limit: { budgetMicros: 100, resetPeriod: 'monthly' } },
    "the key's number of requests": { limit: { requestLimit: 0 } },
    "the key's budget, which what is under way holds": { limit: { budgetMicros: 4_000 }, isHeld: true },
    'the balance, which pays no browser': { micros: 2_000, request: DEAR },
    "the key's budget, which pays no browser": { limit: { budgetMicros: 2_000 }, request: DEAR },
  }

  /** Where items of the two keys wait. */
  const PLACES = {
    'at another host': { host: 'z.example.com', line: false },
    'at the same host': { host: HOST, line: false },
    'at another host, behind a crawl that pauses': { host: 'z.example.com', line: true },
    'at the same host, behind a crawl that pauses': { host: HOST, line: true },
  }

  /** With one place, whoever is offered it in vain keeps it from the others; with ten, whoever is first in a step may keep it from all behind. */
  const CONCURRENCIES = [1, 10]

  async function setUp(
    { micros, limit, isHeld, request }: Refusal,
    { items, concurrency, ...more }: { items: number; concurrency: number } & Partial<NewJob>,
  ) {
    const account = await fixture.accountOf({ concurrency, micros })
    if (limit)
      await transaction(fixture.pool, (sql) =>
        setSpendLimit(
          sql,
          { accountId: account, ownerId: KEY },
          { budgetMicros: null, requestLimit: null, resetPeriod: 'monthly', enabled: true, ...limit },
        ),
      )
    if (isHeld) await createJob(fixture.ctx, fixture.newJob(account, DEAR, { apiKeyId: KEY }))
    const requests = pagesOf(HOST, items).map((page) => ({ ...page, ...request }))
    await insertTestBatch(fixture, account, requests, { apiKeyId: KEY, ...more })
    return account
  }

  /** Delivers what is queued until all items of a batch have ended. */
  async function expectDelivered(batchId: string): Promise<void> {
    await eventually(async () => {
      for (const { id } of await fixture.queued()) await fixture.deliver(id)
      const { rows } = await fixture.pool.query('SELECT status FROM batch WHERE id = $1', [batchId])
      expect(rows).toEqual([{ status: 'completed' }])
    })
  }

  const CHEAP = { cost_controls: { force_tier: '1' as const } }

  const CASES = CONCURRENCIES.flatMap((concurrency) =>
    Object.entries(PLACES).map(([name, place]) => ({ name, concurrency, ...place })),
  )

  const ROWS = CASES.flatMap((place, nth) =>
    Object.entries(REFUSALS).map(([exceeded, refusal], at) => ({
      ...place,
      exceeded,
      refusal,
      nth: nth + at,
    })),
  )

  test.each(ROWS.filter(({ nth }) => isWanted(nth)))(
    'items that can be paid, $name, $concurrency at once, are admitted beside those that exceed $exceeded',
    async ({ host, line, concurrency, refusal }) => {
      const blocked = line ? { line: lineName(uuidv7(), { atOnce: 3, gapMs: 0 }) } : {}
      const account = await setUp(refusal, { items: 70, concurrency, ...blocked })
      const free = await insertTestBatch(
        fixture,
        account,
        pagesOf(host, 4).map((page) => ({ ...page, ...CHEAP })),
      )
      await fixture.start()
      await expectDelivered(free.id)
      if (!line) return
      const { rows } = await fixture.pool.query(
        'SELECT count(*)::int AS waiting FROM job WHERE account_id = $1 AND line IS NOT NULL AND finished_at IS NULL AND queued_at IS NULL',
        [account],
      )
      expect(rows).toEqual([{ waiting: 70 }])
    },
  )

  test('a hundred lines of which none can be paid do not hide one that can', async () => {
    const account = await fixture.accountOf({ concurrency: 1, micros: 2_000 })
    const dear = Array.from({ length: 100 }, (_, nth) => ({ url: `https://${nth}.example.com/`, ...DEAR }))
    await insertTestBatch(fixture, account, dear, { line: undefined, apiKeyId: KEY })
    const paused = Array.from({ length: 100 }, (_, nth) => lineName(uuidv7(), { atOnce: 1 + nth, gapMs: 0 }))
    for (const line of paused)
      await insertTestBatch(fixture, account, [{ url: `https://${HOST}/`, ...DEAR }], { line, apiKeyId: KEY })
    const free = await insertTestBatch(
      fixture,
      account,
      pagesOf('zz.example.com', 3).map((page) => ({ ...page, ...CHEAP })),
    )
    await fixture.start()
    await expectDelivered(free.id)
  })

  test('items of one line that one key cannot pay leave its places to those of others', async () => {
    const account = await setUp({ limit: { requestLimit: 1 } }, { items: 40, concurrency: 1 })
    const free = await insertTestBatch(fixture, account, pagesOf(HOST, 40), { apiKeyId: uuidv7() })
    await fixture.start()
    await expectDelivered(free.id)
    const { rows } = await fixture.pool.query(
      `SELECT status, error->>'code' AS code, count(*)::int AS items FROM job WHERE account_id = $1 AND api_key_id = $2 GROUP BY 1, 2 ORDER BY 1`,
      [account, KEY],
    )
    expect(rows).toEqual([
      { status: 'completed', code: null, items: 1 },
      { status: 'failed', code: 'SPEND_LIMIT_EXCEEDED', items: 39 },
    ])
  })
}

import { auditLedger } from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts'
import { NIL_UUID } from '@gleaner/contracts/ids'
import { createPool } from '@gleaner/db'
import { lineName } from '@gleaner/queue'
import { silentLogger } from '@gleaner/runtime'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { type AdmissionFixture, createAdmissionFixture, pagesOf, placesOf } from '../testing/admission.ts'
import { insertTestBatch } from '../testing/batch.ts'
import { admitItems } from './admit-items.ts'
import { createBulkAdmission } from './bulk-admission.ts'

let fixture: AdmissionFixture
beforeAll(async () => {
  fixture = await createAdmissionFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  await fixture.reset()
  expect(await auditLedger(fixture.pool)).toEqual([])
})

const count = (values: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]))

/** Delivers what is queued, until `items` were; returns them in their order. */
async function deliverNext(items: number): Promise<{ accountId: string; host: string }[]> {
  const delivered: { accountId: string; host: string }[] = []
  while (delivered.length < items) {
    const queued = await eventually(async () => {
      const found = await fixture.queued()
      expect(found).not.toEqual([])
      return found.slice(0, items - delivered.length)
    })
    await Promise.all(queued.map(({ id }) => fixture.deliver(id)))
    delivered.push(...queued)
  }
  return delivered
}

test('items enter the queue up to the limit of their account, and others follow as they end', async () => {
  const account = await fixture.accountOf({ concurrency: 4 })
  const { id } = await insertTestBatch(fixture, account, [
    ...pagesOf('a.example.com', 4),
    ...pagesOf('b.example.com', 4),
  ])
  const status = async () =>
    (await fixture.pool.query('SELECT status FROM batch WHERE id = $1', [id])).rows[0].status
  expect(await status()).toBe('pending')
  await fixture.start()
  await eventually(async () => expect(await fixture.queued()).toHaveLength(4))
  expect(await status()).toBe('processing')
  await deliverNext(8)
  expect(await status()).toBe('completed')
})

test('while nothing waits, neither the fleet nor the queues are counted', async () => {
  const { pool } = fixture
  let looks = 0
  const query = ((...args: Parameters<typeof pool.query>) => {
    if ((args[0] as { name?: string }).name === 'find-waiting-accounts') looks++
    return pool.query(...args)
  }) as typeof pool.query
  let counts = 0
  const admission = createBulkAdmission({
    // Of the messages of other suites, which share the channel, it hears nothing.
    ctx: {
      ...fixture.ctx,
      pool: Object.create(pool, { query: { value: query } }),
      pubSub: { ...fixture.ctx.pubSub, subscribe: async () => async () => {} },
    },
    logger: silentLogger(),
    perHost: 1_000,
    places: async () => {
      counts++
      return placesOf()
    },
  })
  await admission.start()
  try {
    await eventually(() => expect(looks).toBeGreaterThan(1))
    expect(counts).toBe(0)
    const account = await fixture.accountOf()
    await insertTestBatch(fixture, account, pagesOf('a.example.com', 1))
    await eventually(async () => expect(await fixture.underWay(account)).toBe(1))
    expect(counts).toBeGreaterThan(0)
  } finally {
    await admission.stop()
  }
})

test('what the fleet has room for is shared by turns over twenty accounts, however much each one has', async () => {
  const accounts = await Promise.all(Array.from({ length: 20 }, () => fixture.accountOf()))
  for (const [index, account] of accounts.entries())
    await insertTestBatch(fixture, account, pagesOf(`${index}.example.com`, index === 0 ? 100 : 5))
  await fixture.start({ most: 20 })
  await eventually(async () => expect(await fixture.queued()).toHaveLength(20))
  expect(count((await fixture.queued()).map(({ accountId }) => accountId))).toEqual(
    Object.fromEntries(accounts.map((account) => [account, 1])),
  )
  // Who has had a place gets the next one after the others.
  const served = await deliverNext(60)
  const perAccount = Object.values(count(served.map(({ accountId }) => accountId)))
  expect(Math.max(...perAccount)).toBeLessThanOrEqual(5)
  expect(Math.min(...perAccount)).toBeGreaterThanOrEqual(1)
})

test('three schedulers together never exceed the limit of an account', async () => {
  const accounts = await Promise.all([1, 5, 7].map((concurrency) => fixture.accountOf({ concurrency })))
  const limits = new Map([1, 5, 7].map((limit, index) => [accounts[index]!, limit]))
  for (const account of accounts)
    await insertTestBatch(
      fixture,
      account,
      [1, 2, 3, 4].flatMap((host) => pagesOf(`${host}.example.com`, 4)),
    )
  await fixture.start({ schedulers: 3 })
  const most = new Map<string, number>()
  let isWatching = true
  const watch = async () => {
    while (isWatching)
      for (const account of accounts)
        most.set(account, Math.max(most.get(account) ?? 0, await fixture.underWay(account)))
  }
  const watching = watch()
  // Places come free while all three look.
  for (let ended = 0; ended < 48; ) {
    const queued = await fixture.queued()
    await Promise.all(queued.map(({ id }) => fixture.deliver(id)))
    ended += queued.length
  }
  isWatching = false
  await watching
  expect(most).toEqual(limits)
})

test('a host that hangs keeps some places and holds back only its own items', async () => {
  const account = await fixture.accountOf({ concurrency: 8 })
  const hanging = 'hanging.example.com'
  await insertTestBatch(fixture, account, pagesOf(hanging, 30))
  await fixture.start({ perHost: 20 })
  // Also when it was there first, places are left for others.
  await eventually(async () => expect(await fixture.underWay(account)).toBe(6))
  await insertTestBatch(fixture, account, [...pagesOf('b.example.com', 15), ...pagesOf('c.example.com', 15)])
  fixture.wake(account)
  for (let good = 0; good < 30; ) {
    const next = (await fixture.queued()).filter(({ host }) => host !== hanging)
    for (const { id } of next) await fixture.deliver(id)
    good += next.length
    expect(await fixture.underWay(account)).toBeLessThanOrEqual(8)
  }
  expect(count((await fixture.queued()).map(({ host }) => host))).toEqual({ [hanging]: 6 })
})

test('a host gets no more items than it has permits for, of all accounts twice as many', async () => {
  const accounts = await Promise.all([1, 2, 3].map(() => fixture.accountOf({ concurrency: 20 })))
  for (const account of accounts) await insertTestBatch(fixture, account, pagesOf('a.example.com', 10))
  await fixture.start({ perHost: 4 })
  await eventually(async () => expect(await fixture.queued()).toHaveLength(8))
  const held = await Promise.all(accounts.map((account) => fixture.underWay(account)))
  expect(held.sort()).toEqual([0, 4, 4])
})

test('nothing of a blocked account is admitted until it is one no more', async () => {
  const account = await fixture.accountOf()
  const other = await fixture.accountOf()
  await fixture.pool.query('UPDATE account SET blocked_at = now() WHERE id = $1', [account])
  await insertTestBatch(fixture, account, pagesOf('a.example.com', 2))
  await insertTestBatch(fixture, other, pagesOf('a.example.com', 2))
  await fixture.start()
  await eventually(async () => expect(await fixture.underWay(other)).toBe(2))
  expect(await fixture.underWay(account)).toBe(0)
  await fixture.pool.query('UPDATE account SET blocked_at = NULL WHERE id = $1', [account])
  await eventually(async () => expect(await fixture.underWay(account)).toBe(2))
})

test('items that begin in a browser do not queue up before its few pages, nor keep others from their tiers', async () => {
  const account = await fixture.accountOf({ concurrency: 20 })
  const rendered = pagesOf('rendered.example.com', 10).map((page) => ({
    ...page,
    cost_controls: { force_tier: '4' as const },
  }))
  await insertTestBatch(fixture, account, [...rendered, ...pagesOf('plain.example.com', 10)])
  await fixture.start({ pages: 4 })
  await eventually(async () => expect(await fixture.queued()).toHaveLength(10))
  expect(await fixture.underWay(account)).toBe(12)
})

test('the statement that admits items is planned once, not for each step', async () => {
  const accountId = await fixture.accountOf()
  const { jobs } = await insertTestBatch(fixture, accountId, pagesOf('a.example.com', 500))
  const { pool } = fixture
  const { apiKeyId, plan } = jobs[0]!
  const payer = `${apiKeyId} ${plan.steps[0]!.priceMicros}`
  await pool.query('ANALYZE')
  const single = createPool({ url: fixture.databaseUrl, max: 1 })
  // Postgres makes a new plan for each of the first five times.
  for (let step = 0n; step < 8n; step++)
    await admitItems(single, {
      accountId,
      turns: step,
      shares: [{ line: 'a.example.com', payer, items: 1, after: NIL_UUID, isPaid: true }],
    })
  const { rows } = await single.query(
    `SELECT custom_plans FROM pg_prepared_statements WHERE name = 'admit-items'`,
  )
  await single.end()
  expect(rows).toEqual([{ custom_plans: 5n }])
})

test('items of a line are admitted up to its bounds, beside those of the same host that are in none', async () => {
  const account = await fixture.accountOf({ concurrency: 40 })
  const host = 'a.example.com'
  const line = lineName(uuidv7(), { atOnce: 3, gapMs: 0 })
  const slow = lineName(uuidv7(), { atOnce: 2, gapMs: 5_000 })
  await insertTestBatch(fixture, account, pagesOf(host, 20), { line })
  await insertTestBatch(fixture, account, pagesOf(host, 20), { line: slow })
  await insertTestBatch(fixture, account, pagesOf(host, 4))
  await fixture.start()
  await eventually(async () => expect(await fixture.underWay(account)).toBe(6 + 2 + 4))
  const { rows } = await fixture.pool.query(
    `SELECT line, count(*)::int AS items, min(deadline_at - queued_at) > interval '305 seconds' AS waits FROM job
     WHERE account_id = $1 AND queued_at IS NOT NULL GROUP BY line ORDER BY items`,
    [account],
  )
  expect(rows).toEqual([
    { line: slow, items: 2, waits: true },
    { line: null, items: 4, waits: false },
    { line, items: 6, waits: false },
  ])
  await eventually(async () => expect(await fixture.queued()).toHaveLength(6 + 2 + 4))
  for (const message of await fixture.messages()) expect(message).toMatchObject({ bulk: true })
})

import { uuidv7 } from '@gleaner/contracts'
import { transaction } from '@gleaner/db'
import { READ_FEED } from '@gleaner/jobs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createRealtimeFixture, type RealtimeFixture, type TestAccount } from '../testing/fixture.ts'
import { openSocket, type SocketClient } from '../testing/socket-client.ts'
import { FEEDS_OF_ACCOUNT_MAX } from './open-feeds.ts'

let fixture: RealtimeFixture
const open: SocketClient[] = []
beforeAll(async () => {
  fixture = await createRealtimeFixture()
})
afterEach(() => {
  for (const client of open.splice(0)) client.close()
})
afterAll(() => fixture.close())

/** Follows the feed of an account from now on, or as the message says. */
async function follow({ key }: TestAccount, more: object = {}): Promise<SocketClient> {
  const client = await openSocket(fixture.url, { query: `api_key=${key}` })
  open.push(client)
  client.send({ action: 'subscribe', feed: 'account', ...more })
  await client.received('subscribed')
  return client
}

const seen = ({ messages }: SocketClient) =>
  messages.flatMap((message) => ('cursor' in message && message.type !== 'subscribed' ? [message] : []))

describe('the feed of an account', () => {
  test('tells each job and batch as it ends, in order, without results', async () => {
    const account = await fixture.account()
    const client = await follow(account)
    const { jobIds, batchId } = await fixture.batch(account.id, 3)
    for (const id of jobIds) await fixture.end(id)
    const [update] = await client.received('batch_update')
    expect(update).toMatchObject({ batch_id: batchId, status: 'completed', total: 3, completed: 3 })
    const jobs = await client.received('job_update', 3)
    expect(jobs.map(({ job_id, batch_id, result }) => [job_id, batch_id, result])).toEqual(
      jobIds.map((id) => [id, batchId, null]),
    )
    expect(new Set(seen(client).map(({ cursor }) => cursor)).size).toBe(4)
  })

  test('goes on after any message, with what ended meanwhile and nothing twice', async () => {
    const account = await fixture.account()
    const first = await follow(account, { kinds: ['job'] })
    const { jobIds } = await fixture.batch(account.id, 6)
    for (const id of jobIds) await fixture.end(id)
    await first.received('job_update', 6)
    const all = seen(first).map((message) => (message as { job_id: string }).job_id)
    for (const [nth, { cursor }] of seen(first).entries()) {
      if (nth === 5) continue
      const again = await follow(account, { kinds: ['job'], cursor })
      await again.received('job_update', 5 - nth)
      expect(seen(again).map((message) => (message as { job_id: string }).job_id)).toEqual(all.slice(nth + 1))
    }
  })

  test('is filtered on the server', async () => {
    const account = await fixture.account()
    const client = await follow(account, { kinds: ['job'], statuses: ['failed'], results: true })
    const { jobIds } = await fixture.batch(account.id, 2)
    await fixture.end(jobIds[0]!)
    await fixture.end(jobIds[1]!, 'failed')
    const [failed] = await client.received('job_update')
    expect([failed!.job_id, failed!.status]).toEqual([jobIds[1], 'failed'])
    expect(seen(client)).toHaveLength(1)
  })

  test('finds what nobody has told of, and nothing of other accounts', async () => {
    const [account, other] = [await fixture.account(), await fixture.account()]
    const [client, foreign] = [await follow(account), await follow(other)]
    const { jobIds } = await fixture.batch(account.id, 1)
    await fixture.end(jobIds[0]!, 'completed', true)
    await client.received('job_update', 1, 10_000)
    expect(seen(foreign)).toEqual([])
  })

  test('waits for transactions that have begun before, so that nothing is passed over', async () => {
    const account = await fixture.account()
    const client = await follow(account, { kinds: ['job'] })
    const { jobIds } = await fixture.batch(account.id, 2)
    await transaction(fixture.jobs.pool, async (sql) => {
      // Ends a job at the time of its beginning, and commits after one that has ended later.
      await sql.query('SELECT now()')
      await fixture.end(jobIds[1]!)
      await sql.query(
        'UPDATE job SET status = \'failed\', error = \'{"code":"INTERNAL","message":"x"}\', finished_at = now() WHERE id = $1',
        [jobIds[0]],
      )
    })
    const updates = await client.received('job_update', 2, 10_000)
    expect(updates.map(({ job_id }) => job_id)).toEqual(jobIds)
  })

  test('is followed by a bounded number of connections of an account', async () => {
    const account = await fixture.account()
    for (let nth = 0; nth < FEEDS_OF_ACCOUNT_MAX; nth++) await follow(account)
    const one = await openSocket(fixture.url, { query: `api_key=${account.key}` })
    open.push(one)
    one.send({ action: 'subscribe', feed: 'account' })
    expect((await one.received('error'))[0]).toMatchObject({ code: 'RATE_LIMITED', feed: 'account' })
    open[0]!.send({ action: 'unsubscribe', feed: 'account' })
    await open[0]!.received('unsubscribed')
    one.send({ action: 'subscribe', feed: 'account' })
    await one.received('subscribed')
  })

  test.each([
    { cursor: 'x' },
    { kinds: [] },
    { kinds: ['map'] },
    { statuses: ['running'] },
    { batch_id: `batch_${uuidv7()}` },
  ])('is refused with %j', async (more) => {
    const client = await openSocket(fixture.url, { query: `api_key=${(await fixture.account()).key}` })
    open.push(client)
    client.send({ action: 'subscribe', feed: 'account', ...more })
    await client.received('error')
  })
})

test('the feed is read by indexes of its account and its time', async () => {
  const ended = `id, account_id, status, finished_at, created_at`
  const rows = `gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad((n % 10)::text, 12, '0'))::uuid, 'completed', at, at
    FROM (SELECT n, now() - n * interval '1 second' AS at FROM generate_series(1, 20000) AS n)`
  await fixture.jobs.pool.query(
    `INSERT INTO job (url, host, mode, spec, plan, tier, deadline_at, test, ${ended})
     SELECT '', '', 'auto', '{}', '{}', '1', now(), n % 2 = 0, ${rows}`,
  )
  await fixture.jobs.pool.query(
    `INSERT INTO batch (total, succeeded, estimated_micros, ${ended}) SELECT 1, 1, 0, ${rows}`,
  )
  await fixture.jobs.pool.query('ANALYZE job, batch')
  await transaction(fixture.jobs.pool, async (db) => {
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${READ_FEED}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toContain('Seq Scan')
    const ranges = plan.match(/Index Cond: .*/g)!
    expect(ranges).toHaveLength(3)
    for (const range of ranges) expect(range).toMatch(/account_id = .*finished_at >= .*finished_at < /)
  })
})

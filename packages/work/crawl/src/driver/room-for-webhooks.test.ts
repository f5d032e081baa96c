import { mostWaiting } from '@gleaner/outgoing-webhooks'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type CrawlFixture, createCrawlFixture, linksTo } from '../testing/fixture.ts'

let fixture: CrawlFixture
beforeAll(async () => {
  fixture = await createCrawlFixture()
})
afterAll(() => fixture.close())

const WEBHOOK = 'https://hooks.example/'
const TOKENS = 3
const MOST = mostWaiting(TOKENS)
const PATHS = Array.from({ length: 60 }, (_, n) => `/page-${n}`)
const site = {
  pages: { '/': { links: linksTo(...PATHS) }, ...Object.fromEntries(PATHS.map((path) => [path, {}])) },
}

async function accountWithEndpoints(endpoints: number): Promise<string> {
  const id = await fixture.account(100_000_000)
  await fixture.pool.query('UPDATE account SET requests_per_minute = $2 WHERE id = $1', [id, TOKENS])
  await fixture.pool.query(
    `INSERT INTO webhook_endpoint (id, account_id, url, events)
     SELECT gen_random_uuid(), $1, $2 || n, '{job.completed,job.failed}' FROM generate_series(1, $3) AS n`,
    [id, WEBHOOK, endpoints],
  )
  return id
}

const addWaiting = (accountId: string, count: number) =>
  fixture.pool.query(
    `INSERT INTO webhook_delivery (id, account_id, event, url, host, next_attempt_at)
     SELECT gen_random_uuid(), $1, 'job.completed', $2, 'hooks.example', now() FROM generate_series(1, $3)`,
    [accountId, WEBHOOK, count],
  )
const waitingOf = async (accountId: string) =>
  (
    await fixture.pool.query<{ count: number }>(
      'SELECT count(*)::int FROM webhook_delivery WHERE account_id = $1 AND next_attempt_at IS NOT NULL',
      [accountId],
    )
  ).rows[0]!.count
const deliver = (accountId: string) =>
  fixture.pool.query('DELETE FROM webhook_delivery WHERE account_id = $1', [accountId])

test('a crawl makes no more items than its webhooks may wait, and goes on once they are delivered', async () => {
  const accountId = await accountWithEndpoints(2)
  await addWaiting(accountId, MOST - 20)
  const { id } = await fixture.crawl({ accountId })
  const running = await fixture.run(site)
  try {
    await eventually(async () =>
      expect(await fixture.stateOf(id)).toMatchObject({ succeeded: 10, pausedReason: 'waiting_webhooks' }),
    )
    expect(await waitingOf(accountId)).toBe(MOST)
    await deliver(accountId)
    expect(await fixture.untilEnded(id)).toMatchObject({
      succeeded: 61,
      endReason: 'exhausted',
      pausedReason: null,
    })
  } finally {
    await running.stop()
  }
})

test('one whose account is told nothing does not wait', async () => {
  const accountId = await accountWithEndpoints(0)
  await addWaiting(accountId, MOST + 20)
  const { id } = await fixture.crawl({ accountId })
  const running = await fixture.run(site)
  try {
    expect(await fixture.untilEnded(id)).toMatchObject({ succeeded: 61, endReason: 'exhausted' })
  } finally {
    await running.stop()
  }
})

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { cancelCrawl } from './cancel-crawl.ts'
import { listCrawls } from './list-crawls.ts'
import { readCrawl } from './read-crawl.ts'
import { secretsContext } from './secrets.ts'
import { type CrawlFixture, createCrawlFixture } from './testing/fixture.ts'

let fixture: CrawlFixture
beforeAll(async () => {
  fixture = await createCrawlFixture()
})
afterAll(() => fixture.close())

async function withSecrets(accountId?: string) {
  const crawl = await fixture.crawl(accountId === undefined ? {} : { accountId })
  const secrets = fixture.ctx.secretBox.seal('{"headers":{"X-Token":"canary"}}', secretsContext(crawl.id))
  await fixture.pool.query('UPDATE crawl SET secrets = $2 WHERE id = $1', [crawl.id, secrets])
  return crawl
}

const secretsOf = async (id: string) =>
  (await fixture.pool.query('SELECT secrets FROM crawl WHERE id = $1', [id])).rows[0].secrets

test('a crawl that is cancelled keeps none of its secrets, and stays cancelled', async () => {
  const { id, accountId } = await withSecrets()
  await fixture.pool.query(`UPDATE crawl SET paused_reason = 'spend_limit' WHERE id = $1`, [id])
  await cancelCrawl(fixture.ctx, accountId, id)
  expect(await secretsOf(id)).toBeNull()
  const ended = await fixture.stateOf(id)
  expect(ended).toMatchObject({ phase: 'ended', endReason: 'cancelled', pausedReason: null, finished: true })
  await cancelCrawl(fixture.ctx, accountId, id)
  expect(await fixture.stateOf(id)).toEqual(ended)
})

test('a crawl that has ended keeps none of its secrets', async () => {
  const { id } = await withSecrets()
  const running = await fixture.run({ pages: { '/': {} } })
  try {
    expect(await fixture.untilEnded(id)).toMatchObject({ endReason: 'exhausted' })
  } finally {
    await running.stop()
  }
  expect(await secretsOf(id)).toBeNull()
})

test('one that has ended is not cancelled any more', async () => {
  const { id, accountId } = await fixture.crawl()
  const running = await fixture.run({ pages: { '/': {} } })
  const ended = await fixture.untilEnded(id).finally(() => running.stop())
  await cancelCrawl(fixture.ctx, accountId, id)
  expect(await fixture.stateOf(id)).toEqual(ended)
})

test('the crawl of another account is not cancelled, read or listed', async () => {
  const crawl = await withSecrets()
  const other = await fixture.account(0)
  await cancelCrawl(fixture.ctx, other, crawl.id)
  expect(await fixture.stateOf(crawl.id)).toMatchObject({ phase: 'discovering', finished: false })
  expect(await secretsOf(crawl.id)).not.toBeNull()
  expect(await readCrawl(fixture.pool, other, crawl.id)).toBeUndefined()
  expect(await listCrawls(fixture.pool, other, { limit: 10, offset: 0 })).toMatchObject({
    crawls: [],
    total: 0,
  })
})

test('crawls are listed by pages, the newest first', async () => {
  const { id: first, accountId } = await fixture.crawl()
  const second = (await fixture.crawl({ accountId })).id
  const third = (await fixture.crawl({ accountId })).id
  await fixture.pool.query(`UPDATE crawl SET created_at = now() - interval '1 hour' WHERE id = $1`, [third])
  const page = async (limit: number, offset: number) => {
    const { crawls, total } = await listCrawls(fixture.pool, accountId, { limit, offset })
    expect(total).toBe(3)
    return crawls.map(({ crawl_id }) => crawl_id)
  }
  expect(await page(2, 0)).toEqual([second, first])
  expect(await page(2, 2)).toEqual([third])
})

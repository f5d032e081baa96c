import { ARCHIVE_PURGES } from '@gleaner/page-archive'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { admitBulk } from '../testing/admit-bulk.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let admission: Awaited<ReturnType<typeof admitBulk>>
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  admission = await admitBulk(fixture.env)
})
afterAll(async () => {
  await admission.stop()
  await fixture.close()
})
beforeEach(async () => {
  account = await fixture.account()
})

const send = (method: string, path: string, body?: unknown, of = account) =>
  fixture.request(`/api/v1${path}`, {
    method,
    headers: { 'X-API-Key': of.key, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const keep = (more: object = {}) => send('PUT', '/archive', { enabled: true, ...more })
const archived = async () => (await send('GET', '/archive')).body
const asked = () => fixture.site.requests.length
/** A batch of these pages, once it has ended. */
async function batchOf(...paths: string[]) {
  const urls = paths.map((path) => `${fixture.site.url}/${path}`)
  const { body } = await send('POST', '/batch', { urls })
  return await ended(body.batch_id)
}
async function ended(batchId: string) {
  return await eventually(async () => {
    const { body } = await fixture.get(account, `/batch/${batchId}?include_results=true`)
    expect(body.status).toBe('completed')
    return body
  })
}

const schema = { type: 'object', properties: { title: { type: 'string' } } }

test('nothing is kept until the account wants it', async () => {
  const { body } = await fixture.scrape(account, { url: `${fixture.site.url}/article` })
  expect(await archived()).toMatchObject({ enabled: false, retention_days: 30, pages: 0, bytes: 0 })
  const again = await send('POST', '/extract', { job_id: body.job_id })
  expect(again).toMatchObject({ status: 404, body: { error: 'NOT_FOUND' } })
})

test('a kept page is read anew without asking the site, for the price of reading', async () => {
  expect(await keep({ retention_days: 7 })).toMatchObject({ status: 200, body: { retention_days: 7 } })
  const first = await fixture.scrape(account, { url: `${fixture.site.url}/article`, formats: ['json'] })
  expect(await archived()).toMatchObject({ enabled: true, pages: 1, bytes: expect.any(Number) })
  const before = asked()
  const again = await send('POST', '/extract', {
    job_id: first.body.job_id,
    extraction_schema: schema,
    formats: ['markdown', 'json'],
  })
  expect(again.status).toBe(200)
  expect(again.body).toMatchObject({
    credits_used: 12.5,
    extraction_result: { title: first.body.title },
    content_size_chars: first.body.size_bytes,
  })
  const markdown = await fixture.scrape(account, {
    url: `${fixture.site.url}/article`,
    formats: ['markdown'],
  })
  expect(again.body.formats.markdown).toBe(markdown.body.content.markdown)
  expect(asked()).toBe(before + 1)
})

test('the kept pages of a batch are read anew as a batch, in its order', async () => {
  await keep()
  const first = await batchOf('article', 'plain', 'article?2')
  const before = asked()
  const accepted = await send('POST', '/extract', {
    batch_id: first.batch_id,
    extraction_schema: schema,
    offset: 1,
    limit: 2,
  })
  expect(accepted).toMatchObject({
    status: 202,
    body: { total_jobs: 2, total_pages: 3, estimated_credits: 25 },
  })
  const again = await ended(accepted.body.batch_id)
  expect(again.items.map(({ url }: { url: string }) => url)).toEqual(
    first.items.slice(1).map(({ url }: { url: string }) => url),
  )
  for (const { result } of again.items) expect(result.billing.total_credits).toBe(12.5)
  expect(asked()).toBe(before)
  const beyond = await send('POST', '/extract', { batch_id: first.batch_id, offset: 3 })
  expect(beyond.status).toBe(404)
})

test('what one account keeps is not there for another', async () => {
  await keep()
  const { batch_id, items } = await batchOf('article')
  const other = await fixture.account()
  for (const source of [{ job_id: items[0].job_id }, { batch_id }])
    expect((await send('POST', '/extract', source, other)).status).toBe(404)
})

test('an emptied archive gives nothing away, also before it is purged, and takes what comes after', async () => {
  await keep()
  const { body } = await fixture.scrape(account, { url: `${fixture.site.url}/article` })
  expect((await send('DELETE', '/archive')).status).toBe(204)
  expect((await send('POST', '/extract', { job_id: body.job_id })).status).toBe(404)
  const later = await fixture.scrape(account, { url: `${fixture.site.url}/plain` })
  for (const purge of ARCHIVE_PURGES) await purge.run(fixture.pool, Number.POSITIVE_INFINITY)
  const { rows } = await fixture.pool.query('SELECT job_id FROM archived_page WHERE account_id = $1', [
    account.id,
  ])
  expect(rows).toEqual([{ job_id: later.body.job_id }])
})

test('a page goes when its retention ends', async () => {
  await keep({ retention_days: 1 })
  const { body } = await fixture.scrape(account, { url: `${fixture.site.url}/article` })
  await fixture.pool.query(
    "UPDATE archived_page SET kept_until = now() - interval '1 second' WHERE job_id = $1",
    [body.job_id],
  )
  expect((await send('POST', '/extract', { job_id: body.job_id })).status).toBe(404)
  for (const purge of ARCHIVE_PURGES) await purge.run(fixture.pool, Number.POSITIVE_INFINITY)
  expect(await archived()).toMatchObject({ pages: 0, bytes: 0 })
})

test('one page has one source, and what goes with another source is named', async () => {
  const job_id = '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d70'
  const issuesOf = async (body: object) => (await send('POST', '/extract', body)).body.details.issues
  expect(await issuesOf({ job_id, url: 'https://example.com/' })).toMatchObject([{ path: 'job_id' }])
  expect(await issuesOf({ job_id, session_id: job_id, limit: 3 })).toMatchObject([
    { path: 'session_id' },
    { path: 'limit' },
  ])
  expect(await issuesOf({ batch_id: 'mine' })).toMatchObject([{ path: 'batch_id' }])
  expect(await issuesOf({})).toMatchObject([{ path: 'content' }])
})

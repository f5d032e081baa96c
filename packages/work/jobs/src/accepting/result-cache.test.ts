import type { ScrapeRequestInput } from '@gleaner/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { completeJob } from '../ending/settle-job.ts'
import { presentResult } from '../reading/present.ts'
import { readJob } from '../reading/read-job.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { answerFromCache } from './result-cache.ts'

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  account = await fixture.account(1_000_000)
})

const asking = (request: Partial<ScrapeRequestInput>) => fixture.newJob(account, { cache: true, ...request })
const keyOf = (request: Partial<ScrapeRequestInput>) => asking(request).cacheKey
async function store(request: Partial<ScrapeRequestInput> = {}): Promise<string> {
  const job = await fixture.claimed(account, { cache: true, ...request })
  await completeJob(fixture.ctx, job, delivery(200))
  return job.id
}
const look = (request: Partial<ScrapeRequestInput> = {}, accountId = account) => {
  const { id: jobId, apiKeyId, cacheKey, spec } = asking(request)
  return answerFromCache(fixture.pool, { jobId, accountId, apiKeyId, cacheKey: cacheKey!, spec })
}
const age = (jobId: string, seconds: number) =>
  fixture.pool.query("UPDATE job SET finished_at = now() - $2 * interval '1 second' WHERE id = $1", [
    jobId,
    seconds,
  ])

describe('the cache key', () => {
  test('is one for spellings of the same request', () => {
    expect(keyOf({ url: 'https://EXAMPLE.com:443/a#top' })).toEqual(keyOf({ url: 'https://example.com/a' }))
    expect(keyOf({ timeout: 5, sync: false, cache_ttl: 60 })).toEqual(keyOf({}))
    expect(keyOf({ advanced: { ocr: false, markdown: true } })).toEqual(
      keyOf({ advanced: { markdown: true, ocr: false } }),
    )
  })

  test.each<[string, Partial<ScrapeRequestInput>]>([
    ['the URL', { url: 'https://example.com/b' }],
    ['the formats', { formats: ['text'] }],
    ['the body', { method: 'POST', body: 'x' }],
    ['the schema', { extraction_schema: { type: 'object' } }],
    ['the country', { location: { country: 'DE' } }],
    ['the request’s headers', { advanced: { include_request_headers: true } }],
    ['a forced tier', { cost_controls: { force_tier: '4' } }],
  ])('differs with %s', (_, request) => {
    expect(keyOf(request)).not.toEqual(keyOf({}))
  })

  test.each<[string, Partial<ScrapeRequestInput>]>([
    ['without cache', { cache: false }],
    ['with cookies', { advanced: { cookies: { a: 'b' } } }],
    ['with session headers', { advanced: { session_headers: { a: 'b' } } }],
  ])('does not exist %s', (_, request) => {
    expect(keyOf(request)).toBeUndefined()
  })
})

describe('a cached answer', () => {
  test('costs nothing, is a job of its own, and says until when it holds', async () => {
    const source = await store({ cache_ttl: 600 })
    const cached = await look()
    expect(cached).toMatchObject({ row: { costMicros: 0, cachedFrom: source }, page: delivery(200).page })
    const { cachedAt, expiresAt } = cached!.cache!
    expect(expiresAt.getTime() - cachedAt.getTime()).toBe(600_000)
    const { deliveries, ...job } = cached!
    expect(deliveries).toBe(0)
    expect(await readJob(fixture.pool, account, job.row.id)).toEqual({ kind: 'finished', job })
  })

  test('is never older than the storing request allowed, nor than the reader wants', async () => {
    const source = await store({ cache_ttl: 600 })
    await age(source, 500)
    expect(await look({ cache_ttl: 400 })).toBeUndefined()
    expect(await look()).toBeDefined()
    await age(source, 700)
    expect(await look()).toBeUndefined()
  })

  test("has the address as this request spells it, whoever's page it is", async () => {
    const source = await store({ url: 'https://example.com/a' })
    const cached = await look({ url: 'https://EXAMPLE.com:443/a#part' })
    expect(cached!.row).toMatchObject({ cachedFrom: source, url: 'https://EXAMPLE.com:443/a#part' })
    expect(JSON.parse(presentResult(cached!))).toMatchObject({
      url: 'https://EXAMPLE.com:443/a#part',
      final_url: 'https://example.com/',
    })
  })

  test('belongs to its account', async () => {
    await store()
    expect(await look({}, await fixture.account(0))).toBeUndefined()
  })

  test('is the newest', async () => {
    await age(await store(), 100)
    const newest = await store()
    expect((await look())?.row.cachedFrom).toBe(newest)
  })
})

import { createDatabase } from '@gleaner/db'
import { readFinishedJob } from '@gleaner/jobs'
import { createIntegration } from '@gleaner/proxies'
import { type LocalProxy, startProxy } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { handleTask } from '../handle-task.ts'
import { createWorkerFixture, type WorkerFixture } from '../testing/fixture.ts'

let fixture: WorkerFixture
const started: LocalProxy[] = []
beforeAll(async () => {
  fixture = await createWorkerFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  await Promise.all(started.splice(0).map((proxy) => proxy.close()))
})

async function proxy(login?: { user: string; password: string }): Promise<LocalProxy> {
  const running = await startProxy(login)
  started.push(running)
  return running
}

async function scrape(
  ctx: ReturnType<WorkerFixture['context']>,
  advanced: object,
  more: { path?: string; method?: 'POST'; body?: string; country?: string } = {},
) {
  const { path = '/article', country, ...request } = more
  const id = await fixture.accept({
    url: fixture.site.url + path,
    advanced,
    cost_controls: { force_tier: ctx.tier },
    ...(country && { location: { country } }),
    ...request,
  })
  await handleTask(ctx, await fixture.taskOf(id), new AbortController().signal)
  return (await readFinishedJob(fixture.jobs.pool, id))!.row
}

describe.each(['1', '2'] as const)('tier %s', (tier) => {
  test('goes through one exit for each word of an account, and others for others', async () => {
    const exit = await proxy({ user: 'u', password: 'secret' })
    const url = exit.url.replace('//u:', '//u-{session}:')
    const ctx = fixture.context(tier, [{ url, pool: 'premium' }])
    const exitsOf = async (proxy_session?: string) => {
      exit.asked.length = 0
      for (let at = 0; at < 2; at++) await scrape(ctx, { use_proxy: true, proxy_session })
      return [...new Set(exit.asked.map(({ user }) => user))]
    }
    const [a, b, none] = [await exitsOf('a'), await exitsOf('b'), await exitsOf()]
    expect([a.length, b.length, none.length]).toEqual([1, 1, 2])
    expect(new Set([...a, ...b, ...none]).size).toBe(4)
    for (const user of a) expect(user).toMatch(/^u-[0-9a-f]{12}$/)
  })

  test('goes through the premium proxy of the country, and charges a credit for it', async () => {
    const [german, french] = [await proxy({ user: 'de', password: 'secret' }), await proxy()]
    const ctx = fixture.context(tier, [
      { url: french.url, pool: 'premium', country: 'FR' },
      { url: german.url, pool: 'premium', country: 'DE' },
    ])
    const row = await scrape(ctx, { use_proxy: true, proxy_country: 'DE' })
    expect(row).toMatchObject({ status: 'completed', costMicros: ctx.tier === '1' ? 400 : 500 })
    expect(german.asked).toHaveLength(1)
    expect(french.asked).toEqual([])
  })

  test('speaks the language of the country that its proxy is in, when two countries are named', async () => {
    const [german, french] = [await proxy(), await proxy()]
    const ctx = fixture.context(tier, [
      { url: french.url, pool: 'premium', country: 'FR' },
      { url: german.url, pool: 'premium', country: 'DE' },
    ])
    await scrape(ctx, { use_proxy: true, proxy_country: 'FR' }, { country: 'DE', path: '/article?countries' })
    const { headers } = fixture.site.requests.findLast(({ path }) => path === '/article?countries')!
    const language = headers.find(([name]) => name.toLowerCase() === 'accept-language')?.[1]
    expect({ german: german.asked.length, french: french.asked.length, language }).toEqual({
      german: 1,
      french: 0,
      language: expect.stringMatching(/^de-DE,/),
    })
  })

  test.each([
    ['a proxy', (url: string) => url],
    ['a proxy with a session for each job', (url: string) => url.replace('customer', 'customer-{session}')],
  ])('takes another one when %s fails, and leaves the failed one alone', async (_, withUser) => {
    const login = { user: 'customer', password: 'secret' }
    const [dead, alive] = [await proxy(login), await proxy(login)]
    dead.break()
    const ctx = fixture.context(tier, [
      { url: withUser(dead.url), pool: 'standard', country: 'DE' },
      { url: withUser(alive.url), pool: 'standard', country: 'DE' },
    ])
    const scraped = () => scrape(ctx, {}, { country: 'DE' })
    // The job's id decides which proxy comes first: for half of all ids the dead one.
    while (dead.asked.length === 0) expect(await scraped()).toMatchObject({ status: 'completed' })
    for (let i = 0; i < 8; i++) expect(await scraped()).toMatchObject({ status: 'completed' })
    expect(alive.asked).not.toEqual([])
    expect(dead.asked).toHaveLength(1)
  })
})

test('a country without a proxy of its own goes out directly, free of charge', async () => {
  const german = await proxy()
  const ctx = fixture.context('1', [{ url: german.url, pool: 'standard', country: 'DE' }])
  expect(await scrape(ctx, {}, { country: 'JP' })).toMatchObject({ status: 'completed', costMicros: 200 })
  expect(german.asked).toEqual([])
})

test('a job keeps one session with a provider that takes it from the user name', async () => {
  const provider = await proxy({ user: 'customer', password: 'secret' })
  const url = provider.url.replace('customer', 'customer-session-{session}')
  await scrape(fixture.context('1', [{ url, pool: 'premium' }]), { use_proxy: true }, { path: '/redirect/2' })
  const users = provider.asked.map(({ user }) => user)
  expect(users.length).toBeGreaterThan(0)
  expect(users[0]).toMatch(/^customer-session-\w{12}$/)
  expect(new Set(users).size).toBe(1)
})

test("the caller's own proxy is used, at its own price, with credentials that are sealed at rest", async () => {
  const own = await proxy({ user: 'me', password: 'my-secret' })
  const { pool, secretBox } = fixture.jobs
  const { id: proxy_integration_id } = await createDatabase(pool).transaction((both) =>
    createIntegration(secretBox, both, fixture.accountId, {
      name: `own ${own.url.slice(-5)}`,
      url: own.url,
    }),
  )
  const { rows } = await fixture.jobs.pool.query('SELECT p::text AS row FROM proxy_integration p')
  expect(JSON.stringify(rows)).not.toContain(Buffer.from('my-secret').toString('hex'))

  const row = await scrape(fixture.context('1'), { use_own_proxy: true, proxy_integration_id })
  expect(row).toMatchObject({ status: 'completed', costMicros: 200 + 800 })
  expect(own.asked).toEqual([{ user: 'me', target: expect.any(String) }])
})

test('a request that changes something is not repeated through another proxy once it may have been sent', async () => {
  const [first, second] = [await proxy(), await proxy()]
  const ctx = fixture.context('1', [
    { url: first.url, pool: 'premium' },
    { url: second.url, pool: 'premium' },
  ])
  const row = await scrape(ctx, { use_proxy: true }, { path: '/reset', method: 'POST', body: '{}' })
  expect(row).toMatchObject({ status: 'failed' })
  expect(first.asked.length + second.asked.length).toBe(1)
})

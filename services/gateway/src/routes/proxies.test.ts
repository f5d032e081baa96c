import { type LocalProxy, startProxy } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
let proxy: LocalProxy
beforeAll(async () => {
  proxy = await startProxy({ user: 'me', password: 'top-secret' })
  fixture = await createGatewayFixture({ EGRESS_ALLOW: '127.0.0.0/8' })
  account = await fixture.account()
})
afterAll(async () => {
  await fixture.close()
  await proxy.close()
})

const call = (
  method: string,
  path: string,
  body?: unknown,
  key = account.key,
  headers: Record<string, string> = {},
) =>
  fixture.request(`/api/v1/proxies${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
let names = 0
const create = async () =>
  (await call('POST', '', { name: `p${names++}`, url: proxy.url, country: 'de' })).body

describe('/proxies', () => {
  test('201 stores a proxy and never shows its credentials', async () => {
    const created = await create()
    expect(created).toMatchObject({ scheme: 'http', host: '127.0.0.1', has_credentials: true, country: 'DE' })
    const listed = await call('GET', '')
    expect(listed.body.proxies).toContainEqual(created)
    expect(JSON.stringify([created, listed.body])).not.toContain('top-secret')
  })

  test('200 changes the named fields only', async () => {
    const { id, host } = await create()
    const { status, body } = await call('PATCH', `/${id}`, { name: 'renamed', country: null })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'renamed', country: null, host })
  })

  test('204 deletes, and then it is 404', async () => {
    const { id } = await create()
    expect((await call('DELETE', `/${id}`)).status).toBe(204)
    for (const method of ['GET', 'DELETE']) expect((await call(method, `/${id}`)).status).toBe(404)
  })

  test("404 for another account's proxy", async () => {
    const { id } = await create()
    const { key } = await fixture.account()
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { name: 'x' }]] as const) {
      expect((await call(method, `/${id}`, body, key)).status).toBe(404)
    }
  })

  test('409 for a name that is taken', async () => {
    const { name } = await create()
    expect(await call('POST', '', { name, url: proxy.url })).toMatchObject({
      status: 409,
      body: { error: 'CONFLICT' },
    })
  })

  test.each(['ftp://host', 'host:8080', 'socks4://host'])('400 for the address %s', async (url) => {
    expect((await call('POST', '', { name: 'bad', url })).status).toBe(400)
  })

  test('400 for a null byte in the name or the address', async () => {
    const url = 'http://proxy.example.com:8080'
    for (const proxy of [
      { name: 'a\u0000', url },
      { name: 'b', url: `${url}/\u0000` },
    ])
      expect((await call('POST', '', proxy)).status).toBe(400)
  })

  test('400 for a private address', async () => {
    const reply = await call('POST', '', { name: 'private', url: 'http://10.0.0.1:3128' })
    expect(reply).toMatchObject({ status: 400, body: { error: 'URL_NOT_ALLOWED' } })
  })
})

describe('a scrape that asks for a proxy', () => {
  const scrape = (advanced: object) =>
    fixture.scrape(account, { url: `${fixture.site.url}/article`, advanced })

  test('goes through the own proxy and costs 4 credits more', async () => {
    const { id } = await create()
    const { body } = await scrape({ use_own_proxy: true, proxy_integration_id: id })
    expect(body.billing.total_credits).toBe(5)
    expect(proxy.asked.at(-1)!.target).toContain(new URL(fixture.site.url).host)
  })

  test.each([
    ['use_proxy', 'advanced.use_proxy'],
    ['use_system_proxy', 'advanced.use_system_proxy'],
  ])('is refused rather than sent directly when there is none: %s', async (option, path) => {
    const { status, body } = await scrape({ [option]: true })
    expect(status).toBe(400)
    expect(body.details.issues[0].path).toBe(path)
  })

  test('is refused for an own proxy that does not exist', async () => {
    const { body } = await scrape({ use_own_proxy: true, proxy_integration_id: 'nope' })
    expect(body.details.issues[0].path).toBe('advanced.proxy_integration_id')
  })
})

describe('POST /proxies/{id}/test', () => {
  test('tells of a page fetched through the proxy, and of a proxy that carries nothing', async () => {
    const own = await createGatewayFixture({
      EGRESS_ALLOW: '127.0.0.0/8',
      PROXY_TEST_URL: `${fixture.site.url}/plain`,
    })
    try {
      const { key } = await own.account()
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
      const post = (path: string, body?: object) =>
        own.request(`/api/v1/proxies${path}`, {
          method: 'POST',
          headers,
          ...(body && { body: JSON.stringify(body) }),
        })
      const good = await post('', { name: 'good', url: proxy.url })
      const bad = await post('', { name: 'bad', url: proxy.url.replace('top-secret', 'wrong') })
      expect((await post(`/${good.body.id}/test`)).body).toMatchObject({ ok: true, status_code: 200 })
      expect((await post(`/${bad.body.id}/test`)).body).toMatchObject({
        ok: false,
        error: 'The proxy refuses its user name and password.',
      })
      const none = await post('', { name: 'none', url: 'http://127.0.0.1:65000' })
      expect((await post(`/${none.body.id}/test`)).body).toMatchObject({
        ok: false,
        error: expect.stringMatching(/^Nothing listens/),
      })
    } finally {
      await own.close()
    }
  })
})

describe('POST /proxies with an Idempotency-Key', () => {
  const post = (key: string, body: object, apiKey?: string) =>
    call('POST', '', body, apiKey, { 'Idempotency-Key': key })

  test('stores one proxy of several equal requests, and says which replies are repeated', async () => {
    const body = { name: 'once', url: proxy.url }
    const first = await post('one', body)
    const again = await post('one', body)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect([first, again].map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([null, 'true'])
  })

  test('is refused for another body, for another path, and for a key that a scrape has used', async () => {
    await post('two', { name: 'two', url: proxy.url })
    await fixture.scrape(account, { url: fixture.site.url, sync: false }, { 'Idempotency-Key': 'three' })
    const refusals = [
      await post('two', { name: 'another', url: proxy.url }),
      await post('three', { name: 'three', url: proxy.url }),
      await fixture.scrape(account, { url: fixture.site.url, sync: false }, { 'Idempotency-Key': 'two' }),
    ]
    for (const reply of refusals)
      expect(reply).toMatchObject({ status: 422, body: { error: 'IDEMPOTENCY_CONFLICT' } })
  })

  test('remembers no refusal', async () => {
    const { id } = (await call('POST', '', { name: 'taken', url: proxy.url })).body
    const body = { name: 'taken', url: proxy.url }
    expect((await post('four', body)).status).toBe(409)
    await call('DELETE', `/${id}`)
    expect((await post('four', body)).status).toBe(201)
  })

  test('is another account’s affair with the same key', async () => {
    const { key } = await fixture.account()
    const body = { name: 'mine', url: proxy.url }
    const [own, others] = [await post('five', body), await post('five', body, key)]
    expect(own.body.id).not.toBe(others.body.id)
  })

  test.each(['', ' ', 'with space', 'x'.repeat(256)])('400 for the key %j', async (key) => {
    expect(await post(key, { name: 'bad key', url: proxy.url })).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'Idempotency-Key' }] } },
    })
  })
})

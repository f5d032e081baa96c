import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { uuidv7 } from '@gleaner/contracts'
import { freePort } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { ProxyAgent, fetch as undiciFetch } from 'undici'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
let port: number
let authority: string
let authorityFile: string
beforeAll(async () => {
  port = await freePort()
  fixture = await createGatewayFixture({ PROXY_MODE_PORT: String(port) })
  authority = (await fixture.request('/api/v1/proxy/ca.pem')).body
  authorityFile = join(tmpdir(), `gleaner-ca-${uuidv7()}.pem`)
  await writeFile(authorityFile, authority)
})
beforeEach(async () => {
  account = await fixture.account()
})
afterAll(() => fixture.close())

const page = (path = '/article') => `${fixture.site.url}${path}`
const basic = (key: string, options = '') => `Basic ${Buffer.from(`${key}:${options}`).toString('base64')}`

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
  options?: string
  key?: string
}

/** A request with a whole address, as a client without TLS sends it. */
async function ask(url: string, { method = 'GET', headers, body, options, key = account.key }: Sent = {}) {
  const request = httpRequest({
    port,
    method,
    path: url,
    headers: { host: 'ignored.example', 'proxy-authorization': basic(key, options), ...headers },
  })
  request.end(body)
  const [response] = await once(request, 'response')
  return { status: response.statusCode as number, headers: response.headers, body: await text(response) }
}

const own = async (path = '/article') => await (await fetch(page(path))).text()

describe('a request through the proxy', () => {
  test('is a scrape, whose reply is the page as the target gave it', async () => {
    const { status, headers, body } = await ask(page())
    expect([status, body]).toEqual([200, await own()])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-service-tier': '1',
      'x-service-credits': '1',
      'x-service-final-url': page(),
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers['content-security-policy'] ?? '').not.toContain('sandbox')
    const job = await fixture.get(account, `/jobs/${headers['x-service-job-id']}`)
    expect(job.body).toMatchObject({ status: 'completed', url: page() })
    expect((await fixture.balance(account))[0]).toBe(1_000_000 - 200)
  })

  test('has the status of the target', async () => {
    expect((await ask(page('/status/404'))).status).toBe(404)
  })

  test('takes options from the password, by the names of POST /scrape', async () => {
    const markdown = await ask(page(), { options: 'format=markdown&max_tier=1&render=false' })
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
    const posted = await fixture.scrape(account, { url: page(), formats: ['markdown'] })
    expect(markdown.body).toBe(posted.body.content.markdown)
    const refused = await ask(page(), { options: 'max_tier=1&renderJs=true' })
    expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('"render_js"')])
    const dear = await ask(page(), { options: 'max_credits=0.1' })
    expect([dear.status, dear.headers['x-service-error']]).toEqual([422, 'BUDGET_EXCEEDED'])
    expect((await ask(page('/status/403'), { options: 'max_tier=2' })).body).toMatch(/^ALL_TIERS_FAILED: /)
  })

  test('takes a body and what its client says on purpose to the target, and nothing that gives a program away', async () => {
    const { body } = await ask(page('/echo'), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-own': 'mine',
        cookie: 'sid=7; lang=en',
        authorization: 'Bearer theirs',
        'user-agent': 'Scrapy/2.11',
        'x-forwarded-for': '10.0.0.1',
      },
      body: '{"a":1}',
    })
    const seen = JSON.parse(body)
    expect(seen).toMatchObject({ method: 'POST', body: '{"a":1}' })
    expect(seen.headers).toMatchObject({ 'x-own': 'mine', authorization: 'Bearer theirs' })
    expect(seen.headers.cookie).toContain('sid=7')
    expect(JSON.stringify(seen.headers)).not.toMatch(/Scrapy|10\.0\.0\.1|proxy-authorization|ignored/i)
  })

  test.each<[Sent, number, string]>([
    [{ method: 'OPTIONS' }, 405, 'METHOD_NOT_ALLOWED'],
    [{ method: 'HEAD' }, 405, 'METHOD_NOT_ALLOWED'],
    [
      { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: 'x' },
      400,
      'INVALID_REQUEST',
    ],
    [{ headers: { connection: 'Upgrade', upgrade: 'websocket' } }, 400, 'INVALID_REQUEST'],
    [{ options: 'sync=false' }, 400, 'INVALID_REQUEST'],
  ])('that cannot be one is refused plainly: %j', async (sent, status, code) => {
    const reply = await ask(page('/echo'), sent)
    expect([reply.status, reply.headers['x-service-error']]).toEqual([status, code])
    expect(await fixture.balance(account)).toEqual([1_000_000, 0])
  })

  test.each([
    ['http://169.254.169.254/latest', 400, 'URL_NOT_ALLOWED'],
    ['http://127.0.0.1:22/', 400, 'URL_NOT_ALLOWED'],
    ['/healthz', 400, 'INVALID_REQUEST'],
  ])('goes no further than a scrape may: %s', async (url, status, code) => {
    const reply = await ask(url)
    expect([reply.status, reply.headers['x-service-error']]).toEqual([status, code])
  })

  test('goes not to the gateway itself, nor to the proxy', async () => {
    for (const url of [fixture.url, `http://127.0.0.1:${port}`])
      expect((await ask(`${url}/healthz`)).headers['x-service-error']).toBe('URL_NOT_ALLOWED')
  })

  test.each(['', 'sk_live_wrong'])(
    'without a key that is known (%j) asks for one, as proxies do',
    async (key) => {
      const { status, headers } = await ask(page(), { key })
      expect([status, headers['proxy-authenticate'], headers['www-authenticate']]).toEqual([
        407,
        'Basic realm="Gleaner"',
        undefined,
      ])
    },
  )

  test('is once what its Idempotency-Key names', async () => {
    const headers = { 'idempotency-key': account.id }
    const [first, second] = [await ask(page(), { headers }), await ask(page(), { headers })]
    expect(second.headers['x-service-job-id']).toBe(first.headers['x-service-job-id'])
  })
})

// Test keys answer any address from sample pages: no other can be https here.
const SECURE = 'https://shop.example.com/article'

describe('a tunnel', () => {
  test('ends TLS under the authority that the gateway hands out: curl', async () => {
    const login = `${account.testKey}:format=markdown`
    const curl = (...more: string[]) =>
      promisify(execFile)('curl', ['-sS', '-i', '-x', `http://${login}@127.0.0.1:${port}`, ...more, SECURE])
    const { stdout } = await curl('--cacert', authorityFile)
    expect(stdout).toMatch(/^HTTP\/1.1 200 Connection established\r\n\r\nHTTP\/1.1 200/)
    expect(stdout).toMatch(/^x-service-tier: \d/im)
    expect(stdout).toMatch(/^content-type: text\/markdown/im)
    await expect(curl()).rejects.toThrow(/certificate|SSL/i)
  })

  test('serves many requests, with and without TLS: undici', async () => {
    const agent = (key: string) =>
      new ProxyAgent({ uri: `http://127.0.0.1:${port}`, token: basic(key), requestTls: { ca: authority } })
    const [secure, plain] = [agent(account.testKey), agent(account.key)]
    for (let at = 0; at < 3; at++) {
      expect((await undiciFetch(SECURE, { dispatcher: secure })).status).toBe(200)
      const reply = await undiciFetch(page(), { dispatcher: plain })
      expect([reply.status, await reply.text()]).toEqual([200, await own()])
    }
    await Promise.all([secure.close(), plain.close()])
  })

  test.each([
    ['169.254.169.254:443', 400, 'URL_NOT_ALLOWED'],
    ['127.0.0.1:22', 400, 'URL_NOT_ALLOWED'],
    ['example.com', 400, 'INVALID_REQUEST'],
  ])('to %s is refused before it is open', async (target, status, code) => {
    const reply = await tunnel(target, account.key)
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} .*X-Service-Error: ${code}`, 's'))
  })

  test('of who has no key is none', async () => {
    expect(await tunnel('example.com:443', 'sk_live_wrong')).toMatch(
      /^HTTP\/1.1 407 .*Proxy-Authenticate: Basic/s,
    )
  })
})

/** What the proxy says to a tunnel that it does not open. */
async function tunnel(target: string, key: string): Promise<string> {
  const socket = connectSocket(port, '127.0.0.1')
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\nProxy-Authorization: ${basic(key)}\r\n\r\n`)
  return await text(socket)
}

test('a key that is bound to addresses works from them, in tunnels too, and from no other', async () => {
  const bound = async (address: string) =>
    (await fixture.asUser(account, 'POST', '/api-keys', { name: address, allowed_ips: [address] })).body.key
  const [here, elsewhere] = [await bound('127.0.0.0/8'), await bound('192.0.2.0/24')]
  const agent = new ProxyAgent({ uri: `http://127.0.0.1:${port}`, token: basic(here) })
  expect((await undiciFetch(page(), { dispatcher: agent })).status).toBe(200)
  await agent.close()
  expect((await ask(page(), { key: here })).status).toBe(200)
  const refused = await ask(page(), { key: elsewhere })
  expect([refused.status, refused.headers['x-service-error']]).toEqual([403, 'FORBIDDEN'])
  expect(await tunnel('example.com:443', elsewhere)).toMatch(/^HTTP\/1.1 403 /)
})

test('a gateway without the setting has neither port nor authority', async () => {
  const without = await createGatewayFixture()
  expect((await without.request('/api/v1/proxy/ca.pem')).status).toBe(404)
  await without.close()
})

test('two gateways have one authority, whose key is sealed', async () => {
  const { rows } = await fixture.pool.query('SELECT certificate, private_key FROM proxy_authority')
  expect(rows).toHaveLength(1)
  expect(rows[0].certificate).toBe(authority)
  expect(rows[0].private_key.toString('latin1')).not.toContain('PRIVATE KEY')
})

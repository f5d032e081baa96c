import { TIERS } from '@gleaner/contracts'
import { checkReply } from '@gleaner/contracts/testing/check-reply'
import { eventually } from '@gleaner/testkit/eventually'
import type { LoginSite } from '@gleaner/testkit/login-site'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Fleet } from '../fleet.ts'
import { openAccount } from '../testing/open-account.ts'
import { expectNoLoginIn, ODD, PLAIN, withLogin } from './canary-logins.ts'
import { everythingWritten, listenToRedis, type Written } from './everything-written.ts'
import { MEMBERS } from './members-site.ts'
import { type EchoSite, expectNoSessionCanaryIn, sessionCanary } from './session-canaries.ts'
import type { StackUnderTest } from './stack-under-test.ts'

const BROWSERS = ['3.5', '4', '5'] as const

let fleet: Fleet
let plain: LoginSite
let odd: LoginSite
let closed: number
let echo: EchoSite
let strangersKey: string
let redisWatch: Awaited<ReturnType<typeof listenToRedis>>
const replies: Written[] = []

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at, not trusted
type Reply = { status: number; body: any }

async function call(
  method: string,
  path: string,
  { body, key = fleet.info.api_key, headers = {} }: { body?: unknown; key?: string; headers?: object } = {},
): Promise<Reply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(`${fleet.info.base_url}${path}`, {
    method,
    headers: { 'X-API-Key': key, ...(text && { 'Content-Type': 'application/json' }), ...headers },
    ...(text && { body: text }),
  })
  const reply = await response.text()
  const bytes = Buffer.from(`${JSON.stringify([...response.headers])}\n${reply}`)
  replies.push({ place: `the reply to ${method} ${path} (${response.status})`, bytes })
  const seen = { status: response.status, body: JSON.parse(reply) }
  checkReply({ ...seen, method, url: response.url, headers: response.headers })
  return seen
}

const scrape = (url: string, options: object = {}, more: Parameters<typeof call>[2] = {}) =>
  call('POST', '/scrape', { body: { url, timeout: 120, ...options }, ...more })
const at = (tier: string) => ({ cost_controls: { force_tier: tier } })

const sites = () => [
  { site: plain, login: PLAIN },
  { site: odd, login: ODD },
]

export function describeLogins(running: () => StackUnderTest): void {
  describe('a login in the address of a page', () => {
    beforeAll(async () => {
      const stack = running()
      fleet = stack.fleet
      ;({ plain, odd, closed } = stack.members)
      echo = stack.echo
      strangersKey = await openAccount(stack.pool)
      redisWatch = await listenToRedis(fleet)
    })
    afterAll(() => redisWatch?.stop())

    // What is written down is looked at by the last test; each of the others waits for its pages.
    test.concurrent.each(TIERS)(
      'opens the page at tier %s, and is shown masked',
      async (tier) => {
        for (const { site, login } of sites()) {
          const { status, body } = await scrape(withLogin(`${site.url}/on`, login), at(tier))
          expect(status).toBe(200)
          expect(body).toMatchObject({
            url: `http://***@127.0.0.1:${site.port}/on`,
            final_url: `${site.url}/`,
            redirect_chain: [{ url: `${site.url}/on` }],
            cached: false,
          })
          expect(body.content).toContain(MEMBERS)
          const job = await call('GET', `/jobs/${body.job_id}`)
          expect(job.body.url).toBe(body.url)
        }
      },
      240_000,
    )

    test.concurrent.each(TIERS)(
      'opens nothing at tier %s for another account that asks for the same page',
      async (tier) => {
        const mine = await scrape(withLogin(`${plain.url}/`, PLAIN), { ...at(tier), cache: true })
        expect(mine.status).toBe(200)
        const theirs = await scrape(`${plain.url}/`, { ...at(tier), cache: true }, { key: strangersKey })
        expect(theirs).toMatchObject({ status: 422, body: { error: 'ALL_TIERS_FAILED' } })
        // Nor for the same account, without the login.
        expect((await scrape(`${plain.url}/`, { ...at(tier), cache: true })).status).toBe(422)
      },
      240_000,
    )

    test.concurrent.each(BROWSERS)(
      'cookies of one account are none of another at tier %s',
      async (tier) => {
        await scrape(`${plain.url}/cookie`, at(tier))
        const own = { ...at(tier), advanced: { cookies: { member: 'yes' } } }
        expect((await scrape(`${plain.url}/by-cookie`, own)).body.content).toContain(MEMBERS)
        const theirs = await scrape(`${plain.url}/by-cookie`, at(tier), { key: strangersKey })
        expect(theirs.status).toBe(422)
      },
      240_000,
    )

    test.concurrent('does not appear where requests fail', async () => {
      for (const { site, login } of sites()) {
        const wrong = withLogin(`${site.url}/`, { ...login, user: `${login.user}-unknown` })
        for (const tier of ['1', '4']) expect((await scrape(wrong, at(tier))).status).toBe(422)
        for (const path of ['/broken', '/cut']) {
          const address = withLogin(site.url + path, login)
          for (const tier of ['1', '2', '3', '4']) expect((await scrape(address, at(tier))).status).toBe(422)
        }
        const inside = withLogin(`${site.url}/inside`, login)
        for (const tier of TIERS) expect((await scrape(inside, at(tier))).status).toBeGreaterThanOrEqual(400)
        const gone = withLogin(`http://127.0.0.1:${closed}/`, login)
        for (const tier of ['1', '2', '3', '4']) expect((await scrape(gone, at(tier))).status).toBe(422)
      }
    }, 240_000)

    test.concurrent('does not appear where requests are refused', async () => {
      for (const { site, login } of sites()) {
        const address = withLogin(`${site.url}/`, login)
        const { body } = await scrape(address, {
          advanced: { session_headers: { Authorization: 'Bearer x' } },
        })
        expect(body).toMatchObject({
          error: 'INVALID_REQUEST',
          details: {
            issues: [
              { path: 'advanced.session_headers.authorization', message: expect.stringContaining('url') },
            ],
          },
        })
        for (const refused of [
          'http://10.0.0.1/',
          'http://127.0.0.1:22/',
          'http://[::1]/',
          'http://redis/',
          'ftp://example.com/',
        ])
          expect((await scrape(withLogin(refused, login))).status).toBe(400)
        const requests = [
          { url: address, [address]: 1 },
          { url: address, method: address },
          { url: [address] },
          { url: address, extraction_schema: { $ref: address } },
          { url: address, content_type: address },
          { url: address.replace('127.0.0.1', 'no host') },
          `{"url": "${address}", "x`,
          `{"url": "${address}" oops`,
          `"${address}"`,
          `{"${address}`,
        ]
        for (const body of requests) expect((await call('POST', '/scrape', { body })).status).toBe(400)
        expect((await call('GET', `/${address}`)).status).toBe(404)
        expect((await call('GET', `/jobs/${encodeURIComponent(address)}`)).status).toBe(404)
      }
    }, 240_000)

    test.concurrent('does not appear in what comes later, costs nothing, or fetches nothing', async () => {
      for (const { site, login } of sites()) {
        const address = withLogin(`${site.url}/`, login)
        const accepted = await scrape(address, { sync: false })
        await eventually(async () =>
          expect((await call('GET', `/jobs/${accepted.body.job_id}`)).body.status).toBe('completed'),
        )
        const failing = await scrape(withLogin(`${site.url}/broken`, login), { sync: false, ...at('1') })
        await eventually(async () =>
          expect((await call('GET', `/jobs/${failing.body.job_id}`)).body.status).toBe('failed'),
        )
        expect((await call('POST', '/scrape/estimate', { body: { url: address } })).body.url).toContain(
          '***@',
        )
        expect((await scrape(address, {}, { key: fleet.info.test_key })).body.url).toContain('***@')
        const headers = { 'Idempotency-Key': `once-${site.port}` }
        const first = await scrape(address, at('1'), { headers })
        const again = await scrape(address, at('1'), { headers })
        expect(again.body.job_id).toBe(first.body.job_id)
        const pictured = { ...at('4'), advanced: { render_js: true, screenshot: true, capture_xhr: true } }
        expect((await scrape(address, pictured)).status).toBe(200)
      }
      await call('GET', '/usage')
    }, 240_000)

    test.concurrent('of a stored session is used at every tier, and shows nothing of it', async () => {
      const secrets = () => ({
        cookies: { sid: sessionCanary(), other: sessionCanary() },
        headers: { 'X-Token': sessionCanary() },
      })
      const create = () =>
        call('POST', '/sessions', { body: { name: 'Canary', domain: `${echo.url}/`, ...secrets() } })
      const ids = (await Promise.all(TIERS.map(create))).map(({ body }) => body.id)
      await call('POST', `/sessions/${ids[0]}/refresh`, { body: secrets() })
      for (const body of [
        { cookies: sessionCanary() },
        { cookies: {}, headers: { Cookie: sessionCanary() } },
        `{"${sessionCanary()}`,
      ])
        expect((await call('POST', `/sessions/${ids[0]}/refresh`, { body })).status).toBe(400)
      const seen = await Promise.all(
        TIERS.map((tier, index) =>
          scrape(`${echo.url}/${index % 2 ? 'moved' : ''}`, {
            ...at(tier),
            session_id: ids[index],
            include_raw_html: true,
            advanced: { session_update: true },
          }),
        ),
      )
      for (const { status, body } of seen) {
        expect({ status, byos: body.byos_applied }).toEqual({ status: 200, byos: true })
        // The site did repeat what it was sent.
        expect(JSON.stringify(body)).toContain('***')
      }
      expect((await call('POST', `/sessions/${ids[0]}/validate`)).status).toBe(200)
      expect((await call('GET', '/sessions')).body.sessions).toHaveLength(TIERS.length)
    }, 240_000)

    test('was written down by nobody, anywhere', async () => {
      const commands = redisWatch.commands()
      expect(commands.length).toBeGreaterThan(100)
      const written = [...replies, ...commands, ...(await everythingWritten(fleet))]
      expectNoLoginIn(written)
      expectNoSessionCanaryIn(written)
    }, 240_000)
  })
}

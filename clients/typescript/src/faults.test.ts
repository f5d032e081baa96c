import { inspect } from 'node:util'
import type { DevInfo } from '@gleaner/devstack'
import { type SharedFleet, shareFleet } from '@gleaner/devstack/testing/shared-fleet'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import {
  AuthenticationError,
  ConnectionError,
  Gleaner,
  RateLimitError,
  ServerError,
  TimeoutError,
} from './index.ts'
import { type Relay, startRelay } from './testing/start-relay.ts'

let fleet: SharedFleet
let relay: Relay
let info: DevInfo
let site: string
beforeAll(async () => {
  fleet = await shareFleet()
  relay = await startRelay(fleet.url)
  info = fleet.info
  site = info.sample_site
})
afterAll(() => relay.close())
beforeEach(() => {
  relay.seen = []
  relay.decide = () => undefined
})

const clientOf = (options: ConstructorParameters<typeof Gleaner>[0] = {}) =>
  new Gleaner({ apiKey: info.api_key, baseUrl: relay.url, WebSocket: false, ...options })

const posts = () => relay.seen.filter(({ method }) => method === 'POST')

describe('a request that fails on the way', () => {
  test.each([{ kind: 'cut after' }, { kind: 'cut body', after: 100 }] as const)(
    'is sent again with the same key, and done once ($kind)',
    async (fault) => {
      const external_id = `faults ${fault.kind}`
      relay.decide = (_, count) => (count === 1 ? fault : undefined)
      const { job_id } = await clientOf().scrape(`${site}/article`, { external_id })
      const [first, second] = posts()
      expect(first!.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/)
      expect(second!.headers['idempotency-key']).toBe(first!.headers['idempotency-key'])
      const { jobs } = await clientOf().jobs.list({ external_id })
      expect(jobs.map(({ id }) => id)).toEqual([job_id])
    },
  )

  test('is not sent again when it may have been done, and has no key', async () => {
    relay.decide = () => ({ kind: 'cut after' })
    const url = `${site}/article`
    await expect(clientOf().estimate({ url })).rejects.toThrow(ConnectionError)
    expect(posts()).toHaveLength(1)
  })

  test('is sent as often as it was asked for', async () => {
    relay.decide = () => ({ kind: 'cut before' })
    await expect(clientOf({ maxRetries: 1 }).jobs.list()).rejects.toThrow(ConnectionError)
    await expect(clientOf().jobs.list({}, { maxRetries: 0 })).rejects.toThrow(relay.url)
    expect(relay.seen).toHaveLength(3)
  })

  test.each([502, 503, 504])('is sent again after a %s of a proxy', async (status) => {
    const body = '<html><h1>Bad gateway</h1></html>'
    relay.decide = (_, count) => (count === 1 ? { kind: 'answer', status, body } : undefined)
    await clientOf().jobs.list()
    expect(relay.seen).toHaveLength(2)
    relay.decide = () => ({ kind: 'answer', status, body })
    const error = await clientOf({ maxRetries: 0 })
      .jobs.list()
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(ServerError)
    expect(error.message).toBe(`The server answered ${status}: Bad gateway`)
  })

  test('waits as long as it is asked to, when what is in the way passes', async () => {
    const body = JSON.stringify({ error: 'RATE_LIMITED', message: 'Wait.', request_id: 'req_1' })
    const answer = (headers: Record<string, string>) =>
      ({ kind: 'answer', status: 429, headers, body }) as const
    relay.decide = (_, count) => (count === 1 ? answer({ 'Retry-After': '1' }) : undefined)
    const started = performance.now()
    await clientOf().jobs.list()
    expect(performance.now() - started).toBeGreaterThanOrEqual(1_000)
    relay.decide = () => answer({})
    const error = await clientOf()
      .jobs.list()
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(RateLimitError)
    relay.decide = () => answer({ 'Retry-After': '3600' })
    await expect(clientOf().jobs.list()).rejects.toMatchObject({ retryAfter: 3600, requestId: 'req_1' })
    expect(relay.seen).toHaveLength(4)
  })

  test('is given up when its time is over', async () => {
    relay.decide = () => ({ kind: 'hang' })
    const error = await clientOf()
      .jobs.list({}, { timeout: 300 })
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error.message).toBe('GET /jobs took longer than 300 ms.')
  })

  test('does not follow a redirect, which would be sent the key', async () => {
    relay.decide = () => ({ kind: 'answer', status: 302, headers: { Location: 'http://127.0.0.1:9/' } })
    await expect(clientOf().jobs.list()).rejects.toThrow('baseUrl')
  })
})

describe('a connection that breaks in the middle', () => {
  const urls = () => Array.from({ length: 12 }, (_, index) => `${site}/article?n=${index}`)

  test('of a stream is opened again, and every event comes once', async () => {
    const client = clientOf()
    const { batch_id } = await client.batches.create({ urls: urls() })
    relay.decide = ({ path }) => {
      const tries = relay.seen.filter((seen) => seen.path.endsWith('/stream')).length
      return path.endsWith('/stream') && tries <= 3 ? { kind: 'cut body', after: 300 * tries } : undefined
    }
    const ids: string[] = []
    const events: string[] = []
    for await (const { id, event } of client.batches.stream(batch_id)) {
      ids.push(id)
      events.push(event)
    }
    expect(events).toEqual([...urls().map(() => 'progress'), 'complete'])
    expect(new Set(ids).size).toBe(ids.length)
    const streams = relay.seen.filter((seen) => seen.path.endsWith('/stream'))
    expect(streams.length).toBeGreaterThanOrEqual(3)
    expect(streams.slice(1).every(({ headers }) => headers['last-event-id'] !== undefined)).toBe(true)
  })

  test('of results goes on after the last whole one', async () => {
    const client = clientOf()
    const { batch_id } = await client.batches.create({ urls: urls(), formats: ['markdown'] })
    await client.batches.wait(batch_id)
    let cuts = 0
    relay.decide = ({ path }) =>
      path.includes('/results') && cuts++ < 2 ? { kind: 'cut body', after: 3_000 } : undefined
    const found: string[] = []
    for await (const { url } of client.batches.results(batch_id)) found.push(url)
    expect(found).toEqual(urls())
    expect(cuts).toBeGreaterThanOrEqual(3)
  })
})

describe('a key that is revoked in the middle', () => {
  async function makeKey() {
    const { access_token } = (await clientOf().auth.login(info.user)) as { access_token: string }
    const person = clientOf({ apiKey: undefined, accessToken: access_token })
    const { id, key } = await person.keys.create({ name: `Of a test ${Math.random()}` })
    return { key: key!, revoke: () => person.keys.delete(id) }
  }

  test('ends a wait, a stream and the feed with the reason', async () => {
    const { key, revoke } = await makeKey()
    const polling = clientOf({ apiKey: key })
    const live = new Gleaner({ apiKey: key, baseUrl: fleet.url })
    const { batch_id, job_ids } = await polling.batches.create({ urls: [`${site}/slow?ms=25000`] })
    const ends = [
      polling.jobs.wait(job_ids[0]!),
      live.jobs.wait(job_ids[0]!),
      polling.batches.stream(batch_id).next(),
      live.events().next(),
      polling.events().next(),
    ].map((end) => end.catch((error: unknown) => error))
    await polling.jobs.get(job_ids[0]!)
    await revoke()
    for (const error of await Promise.all(ends)) expect(error).toBeInstanceOf(AuthenticationError)
  })
})

describe('a key', () => {
  const SECRET = 'sk_live_topsecret0123456789'

  test('stands in no error, and in nothing that is logged', async () => {
    const client = clientOf({ apiKey: SECRET })
    const shown = [inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client)]
    relay.decide = (_, count) =>
      ([{ kind: 'cut before' }, { kind: 'answer', status: 500, body: 'x' }] as const)[count - 1]
    for (const _ of [1, 2, 3]) {
      const error = await client.jobs.list({}, { maxRetries: 0 }).catch((thrown) => thrown)
      shown.push(inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), String(error.stack))
    }
    expect(shown).toHaveLength(11)
    for (const text of shown) expect(text).not.toContain('topsecret')
  })

  test('that cannot be a header is refused without being shown', async () => {
    for (const apiKey of [`${SECRET}\n`, `"${SECRET} "`, '']) {
      expect(() => clientOf({ apiKey })).toThrow('apiKey has to be one word')
      expect(() => clientOf({ apiKey })).not.toThrow('topsecret')
    }
    const client = clientOf({ apiKey: undefined, accessToken: () => `${SECRET}\n` })
    const error = await client.keys.list().catch((thrown) => thrown)
    expect(error.message).toContain('accessToken')
    expect(inspect(error)).not.toContain('topsecret')
  })
})

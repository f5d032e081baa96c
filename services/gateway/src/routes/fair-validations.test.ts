import { createServer, type ServerResponse } from 'node:http'
import { createProducer, type Producer } from '@gleaner/queue'
import { WORK } from '@gleaner/queue/work'
import { closeServer, listen } from '@gleaner/runtime'
import { createSecretBox } from '@gleaner/security/secret-box'
import * as sessions from '@gleaner/sessions'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

const { places, share, unfinished: most } = WORK.validation

let fixture: GatewayFixture
let origin: string
let producer: Producer
let close: () => Promise<void>
const open = new Set<ServerResponse>()
/** Of accounts' own sites: one of them never answers. */
let isSilent = true

beforeAll(async () => {
  fixture = await createGatewayFixture({ EGRESS_ALLOW: '127.0.0.0/8', NODE_ENV: 'development' })
  const server = createServer((request, response) => {
    const isHostile = request.headers.host!.startsWith('127.0.0.2')
    if (isHostile && isSilent) {
      open.add(response)
      response.once('close', () => open.delete(response))
      return
    }
    response.setHeader('content-type', 'text/html')
    const isKnown = request.headers.cookie?.includes('of-ada')
    response.end(
      isKnown
        ? '<title>Home</title><h1>Hello Ada</h1><a href="/logout">Sign out</a><a href="/account">My account</a>'
        : '<title>Sign in</title><form><input name="user"><input type="password" name="password"></form>',
    )
  })
  const port = await listen(server, { host: '0.0.0.0', port: 0, variable: 'PORT' })
  origin = `:${port}/`
  producer = createProducer({ redisUrl: fixture.env.REDIS_URL!, onError: () => {} })
  close = async () => {
    await producer.close()
    isSilent = false
    await closeServer(server, 100)
    await fixture.close()
  }
})
afterAll(() => close())

const post = (path: string, account: TestAccount, body?: object) =>
  fixture.request(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': account.key, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

/** Without the limits on requests, which are not what is looked at. */
async function createSession({ id: accountId, userId }: TestAccount, host: string): Promise<string> {
  const session = await sessions.readNewSession({
    name: 'harbour',
    domain: `http://${host}${origin}`,
    cookies: { sid: 'of-ada-who-is-known' },
  })
  const box = createSecretBox(fixture.env.ENCRYPTION_KEYS!)
  const holder = { accountId, userId, actor: 'system' } as const
  const { id } = await fixture.db.transaction((both) => sessions.createSession(both, box, holder, session))
  return id
}

const validationsOf = async ({ id }: TestAccount): Promise<{ unfinished: number; claimed: number }> => {
  const { rows } = await fixture.pool.query(
    `SELECT count(*)::int AS unfinished, count(lease_until)::int AS claimed FROM login_session_validation AS validation
     JOIN login_session ON login_session.id = session_id WHERE account_id = $1 AND ended_at IS NULL`,
    [id],
  )
  return rows[0]
}

test('validations at a silent site hold the share of their account, whose neighbour’s is made at once', async () => {
  const [hostile, neighbour] = [await fixture.account(), await fixture.account()]
  const own = await createSession(neighbour, '127.0.0.1')
  const ids = []
  for (let at = 0; at <= most; at++) ids.push(await createSession(hostile, '127.0.0.2'))
  // As the scheduler begins them, and callers over some minutes.
  for (const id of ids.slice(0, most)) {
    const { validation } = (await sessions.beginValidation(fixture.pool, id, 'system'))!
    await sessions.enqueueValidations(producer, [validation])
  }
  const held = async () => {
    const { unfinished, claimed } = await validationsOf(hostile)
    expect(unfinished).toBe(most)
    expect(claimed).toBeGreaterThan(0)
    // Of workers with fewer slots it is less.
    expect(claimed).toBeLessThanOrEqual(share(places))
  }
  await eventually(held)
  await eventually(() => expect(open.size).toBeGreaterThan(0))

  expect(await post(`/sessions/${own}/validate`, neighbour)).toMatchObject({
    status: 200,
    body: { is_valid: true },
  })
  await held()

  expect(await post(`/sessions/${ids.at(-1)}/validate`, hostile)).toMatchObject({
    status: 429,
    body: { error: 'CONCURRENCY_LIMITED', details: { unfinished: most, limit: most } },
  })
  isSilent = false
  for (const response of open) response.destroy()
  await fixture.pool.query('UPDATE login_session_validation SET ended_at = now() WHERE ended_at IS NULL')
})

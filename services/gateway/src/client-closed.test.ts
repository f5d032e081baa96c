import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account()
})
afterAll(() => fixture.close())

let before: Record<string, number>
beforeEach(async () => {
  before = await fixture.requestCounts()
  fixture.logs.length = 0
})

/** Requests since the test began. */
async function counted(): Promise<Record<string, number>> {
  const all = Object.entries(await fixture.requestCounts())
  return Object.fromEntries(
    all.flatMap(([key, n]) => (n > (before[key] ?? 0) ? [[key, n - (before[key] ?? 0)]] : [])),
  )
}

/** A connection that has sent this much of a request. */
async function begin(...lines: string[]): Promise<Socket> {
  const { hostname, port } = new URL(fixture.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(lines.join('\r\n'))
  return socket
}

const post = (body: string, bytes = body.length) => [
  'POST /api/v1/scrape HTTP/1.1',
  'Host: gateway',
  `X-API-Key: ${account.key}`,
  'Content-Type: application/json',
  `Content-Length: ${bytes}`,
  '',
  body,
]
const CHUNKED = ['POST /api/v1/scrape HTTP/1.1', 'Host: gateway', 'Transfer-Encoding: chunked']

/** More than the buffers of a connection hold. */
const LARGE = Buffer.alloc(30_000_000, 'x')

/** Two ways to leave: FIN and RST. */
const WAYS: [string, (socket: Socket) => void][] = [
  ['closes the connection', (socket) => socket.destroy()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
]

describe.each(WAYS)('a caller who %s', (_, leave) => {
  /** Nothing is to be found out: no line above debug but of requests that were answered whole, and one that names the status. */
  async function expectClientClosed(route: string): Promise<void> {
    await eventually(async () => expect(await counted()).toEqual({ [`${route} 499`]: 1 }))
    expect(fixture.logs.filter(({ level, status }) => level !== 'debug' && status !== 200)).toEqual([])
    expect(fixture.logs).toContainEqual(
      expect.objectContaining({ status: 499, requestId: expect.any(String) }),
    )
  }

  test('while sending a body is counted as client closed', async () => {
    const socket = await begin(...post('{"url":', 1_000))
    await eventually(async () => expect(await fixture.openRequests()).toBe(1))
    leave(socket)
    await expectClientClosed('/scrape')
  })

  test('right after a whole request, while its key is looked up, is counted as client closed', async () => {
    const other = await fixture.account()
    before = await fixture.requestCounts()
    const lines = post(JSON.stringify({ url: 'https://example.com', timeout: 'x' }))
    // Locked, the look-up lasts until the caller has left.
    const lock = await fixture.pool.connect()
    await lock.query('BEGIN; LOCK TABLE api_key')
    const socket = await begin(...lines.map((line) => line.replace(account.key, other.key)))
    await eventually(async () => expect(await fixture.openRequests()).toBe(1))
    leave(socket)
    await eventually(async () => expect(await fixture.openRequests()).toBe(0))
    await lock.query('COMMIT')
    lock.release()
    await expectClientClosed('/scrape')
    await eventually(async () => {
      const { rows } = await fixture.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
      expect(rows).toHaveLength(0)
    })
    expect(fixture.logs.filter(({ level, status }) => level !== 'debug' && status !== 200)).toEqual([])
  })

  test('between two chunks of a body is counted as client closed', async () => {
    const socket = await begin(...CHUNKED, `X-API-Key: ${account.key}`, '', '7', '{"url":', '')
    await eventually(async () => expect(await fixture.openRequests()).toBe(1))
    leave(socket)
    await expectClientClosed('/scrape')
  })

  test('while waiting for a page is counted as client closed', async () => {
    const socket = await begin(...post(JSON.stringify({ url: `${fixture.site.url}/slow?ms=3000` })))
    await eventually(async () => {
      const { rows } = await fixture.pool.query(
        "SELECT FROM job WHERE account_id = $1 AND status = 'running'",
        [account.id],
      )
      expect(rows).toHaveLength(1)
    })
    leave(socket)
    await expectClientClosed('/scrape')
    await eventually(async () => {
      const { rows } = await fixture.pool.query('SELECT FROM job WHERE finished_at IS NULL')
      expect(rows).toHaveLength(0)
    })
  })

  test('half-way through a file is counted as client closed', async () => {
    const key = `screenshots/${crypto.randomUUID()}.png`
    await fixture.files.store.put(key, LARGE, { contentType: 'image/png', ttlMs: 60_000 })
    const link = new URL(fixture.files.links.linkTo(key, Date.now() + 60_000))
    const socket = await begin(`GET ${link.pathname}${link.search} HTTP/1.1`, 'Host: gateway', '', '')
    await once(socket, 'readable')
    leave(socket)
    await expectClientClosed('/files/*key')
  })

  test('half-way through a large page is counted as client closed', async () => {
    const socket = await beginLargePage()
    leave(socket)
    await expectClientClosed('/jobs/:job_id')
  })
})

test('a page that is gone half-way through is a fault of ours', async () => {
  const socket = await beginLargePage()
  await fixture.pool.query('DELETE FROM job_page')
  socket.resume()
  await once(socket, 'close')
  await eventually(async () => expect(await counted()).toEqual({ '/jobs/:job_id 500': 1 }))
  expect(fixture.logs).toContainEqual(expect.objectContaining({ level: 'error', msg: 'a request failed' }))
})

/** A job whose large page has begun to arrive. */
async function beginLargePage(): Promise<Socket> {
  const { body } = await fixture.scrape(account, { url: `${fixture.site.url}/article` })
  await fixture.pool.query('UPDATE job_page SET page = $2 WHERE job_id = $1', [
    body.job_id,
    JSON.stringify({ content: LARGE.toString() }),
  ])
  before = await fixture.requestCounts()
  const socket = await begin(
    `GET /api/v1/jobs/${body.job_id} HTTP/1.1`,
    'Host: gateway',
    `X-API-Key: ${account.key}`,
    '',
    '',
  )
  await once(socket, 'readable')
  return socket
}

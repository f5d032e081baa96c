import { createServer, type ServerResponse } from 'node:http'
import { claimMap, deliverMap } from '@gleaner/maps/life'
import { WORK } from '@gleaner/queue/work'
import { closeServer, listen } from '@gleaner/runtime'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import {
  createGatewayFixture,
  type GatewayFixture,
  type Reply,
  type TestAccount,
} from '../testing/fixture.ts'
import { startMaps } from '../testing/start-maps.ts'

let fixture: GatewayFixture
let origin: string
let close: () => Promise<void>
/** Requests below `/silent` that are open. */
const open = new Set<ServerResponse>()
let hostile: TestAccount
let neighbour: TestAccount

beforeAll(async () => {
  fixture = await createGatewayFixture({ EGRESS_ALLOW: '127.0.0.0/8', NODE_ENV: 'development' })
  const server = createServer((request, response) => {
    if (!request.url!.startsWith('/silent')) {
      response.setHeader('content-type', 'text/html')
      return response.end(request.url === '/' ? '<title>Home</title><a href="/a">a</a>' : '')
    }
    open.add(response)
    return response.once('close', () => open.delete(response))
  })
  origin = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0, variable: 'PORT' })}`
  const maps = startMaps(fixture)
  close = async () => {
    await maps[Symbol.asyncDispose]()
    await closeServer(server, 100)
    await fixture.close()
  }
})
afterAll(() => close())
beforeEach(async () => {
  hostile = await fixture.account(1_000_000)
  neighbour = await fixture.account(1_000_000)
})

const silent = () => `${origin}/silent/${crypto.randomUUID()}`
const noSitemap = { sitemap: 'skip', respect_robots: false }
type Ask = (account: TestAccount, url: string, signal?: AbortSignal) => Promise<Reply>

const post = (path: string, account: TestAccount, body: object, signal?: AbortSignal) =>
  fixture.request(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })

const ASK: Record<'map' | 'estimate', Ask> = {
  map: (account, url, signal) => post('/map', account, { url, timeout: 60, ...noSitemap }, signal),
  estimate: (account, url, signal) => post('/crawl/estimate', account, { url, ...noSitemap }, signal),
}

const unfinished = async ({ id }: TestAccount, claimed = false): Promise<number> => {
  const { rows } = await fixture.pool.query(
    `SELECT count(*)::int AS maps FROM site_map WHERE account_id = $1 AND ended_at IS NULL AND (lease_until IS NOT NULL OR NOT $2)`,
    [id, claimed],
  )
  return rows[0].maps
}

describe.each(['map', 'estimate'] as const)('%s of silent sites', (kind) => {
  const { places, share, unfinished: most } = WORK[kind]

  test('hold the share of their account, whose neighbour’s are made at once, and free it when their callers leave', async () => {
    const gone = new AbortController()
    const asked = Array.from({ length: most }, () => ASK[kind](hostile, silent(), gone.signal))
    const replies = Promise.allSettled(asked)
    await eventually(async () => expect(await unfinished(hostile)).toBe(most))
    await eventually(() => expect(open.size).toBe(share(places)))

    for (const other of ['map', 'estimate'] as const)
      expect(await ASK[other](neighbour, `${origin}/`)).toMatchObject({ status: 200 })
    expect(open.size).toBe(share(places))
    expect(await unfinished(hostile, true)).toBe(share(places))

    expect(await ASK[kind](hostile, `${origin}/`)).toMatchObject({
      status: 429,
      body: { error: 'CONCURRENCY_LIMITED', details: { unfinished: most, limit: most } },
    })
    gone.abort()
    await replies
    await eventually(() => expect(open.size).toBe(0))
    expect(await ASK[kind](hostile, `${origin}/`)).toMatchObject({ status: 200 })
  })
})

test('maps wait for their turn before their own time begins, and all that were accepted are made', async () => {
  const asked = Array.from({ length: WORK.map.unfinished }, () =>
    post('/map', hostile, { url: `${origin}/`, max_depth: 2, timeout: 1, include_metadata: true }),
  )
  const replies = await Promise.all(asked)
  expect(replies.map(({ status }) => status)).toEqual(asked.map(() => 200))
  const { rows } = await fixture.pool.query(
    `SELECT DISTINCT extract(epoch FROM deadline_at - created_at)::int AS seconds FROM site_map WHERE account_id = $1`,
    [hostile.id],
  )
  expect(rows).toEqual([{ seconds: WORK.map.longestWaitMs / 1_000 + 1 + 10 }])
})

test('who has asked for long maps waits with the next one until these may be over', async () => {
  const gone = new AbortController()
  const ask = () => post('/map', hostile, { url: silent(), timeout: 60, ...noSitemap }, gone.signal)
  const most = WORK.map.unfinished
  const replies = Promise.allSettled(Array.from({ length: most }, ask))
  await eventually(async () => expect(await unfinished(hostile)).toBe(most))
  const { rows } = await fixture.pool.query(
    `SELECT max(extract(epoch FROM deadline_at - created_at))::int AS seconds FROM site_map WHERE account_id = $1`,
    [hostile.id],
  )
  const ahead = (60 * (most - 1)) / WORK.map.share(WORK.map.places)
  expect(rows).toEqual([{ seconds: ahead + 60 + 10 }])
  gone.abort()
  await replies
})

test('a map past its deadline, by the clock of the database, is not begun', async () => {
  const { rows } = await fixture.pool.query(
    `INSERT INTO site_map (id, account_id, test, request, deadline_at)
     VALUES ($1, $2, false, $3, now() + interval '2 seconds') RETURNING id`,
    [crypto.randomUUID(), hostile.id, JSON.stringify({ url: silent(), timeout: 20, ...noSitemap })],
  )
  const claim = await claimMap(fixture.pool, rows[0].id)
  expect(claim).toMatchObject({ kind: 'claimed', row: { leftMs: expect.any(Number) } })
  expect(claim.kind === 'claimed' && claim.row.leftMs).toBeLessThanOrEqual(2_000)
})

test('a map that another has claimed since is not delivered, and nothing is charged', async () => {
  const { rows } = await fixture.pool.query(
    `INSERT INTO site_map (id, account_id, test, request, deadline_at)
     VALUES ($1, $2, false, '{"url": "https://example.com/", "timeout": 20}', now() + interval '1 hour') RETURNING id`,
    [crypto.randomUUID(), hostile.id],
  )
  const claimed = async () => {
    const claim = await claimMap(fixture.pool, rows[0].id)
    if (claim.kind !== 'claimed') throw new Error(claim.kind)
    return claim.row
  }
  const first = await claimed()
  await fixture.pool.query("UPDATE site_map SET lease_until = now() - interval '1 second' WHERE id = $1", [
    first.id,
  ])
  const second = await claimed()
  expect(await deliverMap(fixture.pool, first, [Buffer.from('late')])).toBe(false)
  expect(await fixture.balance(hostile)).toEqual([1_000_000, 0])
  expect(await deliverMap(fixture.pool, second, [Buffer.from('{}')])).toBe(true)
  const pieces = await fixture.pool.query('SELECT piece FROM site_map_piece WHERE map_id = $1', [first.id])
  expect(pieces.rows).toEqual([{ piece: Buffer.from('{}') }])
  expect(await fixture.balance(hostile)).toEqual([999_000, 0])
})

import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createTimedPlaces } from '@gleaner/queue/work'
import { MEGABYTE } from '@gleaner/runtime/units'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import express from 'express'
import { createPageSender } from './send-page.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account()
})
afterAll(() => fixture.close())

/** Nine bytes. A piece, 4 MB, is seven more than a multiple of them: of three cuts at least one is within a character. */
const CHARACTERS = 'ü漢😀'
const LARGE = `"quoted" \\ ${CHARACTERS.repeat((13 * MEGABYTE) / 9)}`

/** A delivered job whose page is large, in the cache under its address. */
async function deliverLarge(
  content: string,
  owner: TestAccount = account,
): Promise<{ id: string; request: object }> {
  const request = { url: `${fixture.site.url}/article?large=${content.length}`, cache: true }
  const { body } = await fixture.scrape(owner, request)
  const { rows } = await fixture.pool.query('SELECT page FROM job_page WHERE job_id = $1', [body.job_id])
  const page = JSON.stringify({ ...JSON.parse(rows[0].page), content })
  await fixture.pool.query('UPDATE job_page SET page = $2 WHERE job_id = $1', [body.job_id, page])
  return { id: body.job_id, request }
}

describe('a large stored page', () => {
  test('comes whole, to the byte, as a job and from the cache', async () => {
    const { id, request } = await deliverLarge(LARGE)
    const job = await fixture.request(`/api/v1/jobs/${id}`, {
      headers: { 'X-API-Key': account.key, 'Accept-Encoding': 'identity' },
    })
    expect(job).toMatchObject({ status: 200, body: { id, status: 'completed', result: { job_id: id } } })
    expect(job.body.result.content === LARGE).toBe(true)
    expect(Number(job.headers.get('content-length'))).toBeGreaterThan(Buffer.byteLength(LARGE))
    const cached = await fixture.scrape(account, request)
    expect(cached).toMatchObject({ status: 200, body: { cached: true, status_code: 200 } })
    expect(cached.body.content === LARGE).toBe(true)
  })

  test('is not held in memory for readers who do not take it, and is still there for others', async () => {
    const { id } = await deliverLarge('x'.repeat(16 * MEGABYTE))
    const other = await fixture.account()
    const others = await deliverLarge('x'.repeat(16 * MEGABYTE), other)
    const before = process.memoryUsage.rss()
    const stalled = await Promise.all(
      Array.from({ length: 18 }, () => askWithoutReading(`/api/v1/jobs/${id}`)),
    )
    // Eighteen whole pages would take 300 MB as bytes, and as much again on their way.
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MEGABYTE)
    const job = await fixture.get(other, `/jobs/${others.id}`)
    expect(job.body.result.content).toHaveLength(16 * MEGABYTE)
    for (const socket of stalled) socket.destroy()
  })
})

describe('a reply that is taken slowly and for ever', () => {
  test('ends when the longest time of its place is over, and another account has the place', async () => {
    const places = createTimedPlaces({ permits: 1 }, 500)
    const sender = createPageSender({ jobs: { pool: fixture.pool } }, places)
    const { signal } = new AbortController()
    let isLeft = false
    async function* endless() {
      try {
        for (;;) yield 'a line that is told again and again\n'.repeat(2_000)
      } finally {
        isLeft = true
      }
    }
    const begun = Promise.withResolvers<{ sending: Promise<void> }>()
    const app = express().get('/', (_request, response) => {
      const sending = sender.sendMany(response, 'slow', 'text/plain', endless(), signal)
      begun.resolve({ sending: sending.finally(() => response.destroy()) })
    })
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: gateway\r\n\r\n')
    // So little at a time that it never stands still.
    socket.on('data', () => {
      socket.pause()
      // A slow reader is what is tried.
      setTimeout(() => socket.resume(), 1)
    })
    const { sending } = await begun.promise
    const next = sender.inPlace('neighbour', signal, async () => 'sent')
    await expect(sending).rejects.toThrow('does not take the reply')
    expect([await next, isLeft]).toEqual(['sent', true])
    socket.destroy()
    server.close()
  })
})

/** A request whose reply has begun to arrive and is not taken from the socket. */
async function askWithoutReading(path: string): Promise<Socket> {
  const { hostname, port } = new URL(fixture.url)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: gateway\r\nX-API-Key: ${account.key}\r\n\r\n`)
  // A reply that finds no room does not begin.
  await Promise.race([once(socket, 'readable'), new Promise((resolve) => setTimeout(resolve, 5_000))])
  return socket
}

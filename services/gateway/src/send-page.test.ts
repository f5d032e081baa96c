import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { MEGABYTE } from '@gleaner/runtime/units'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
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
    const job = await fixture.get(account, `/jobs/${id}`)
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

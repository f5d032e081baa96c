import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture } from './testing/fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture()
})
afterAll(() => fixture.close())

/** Sends text as it is; gives everything that comes back until the other side closes. */
async function send(text: string): Promise<string> {
  const { hostname, port } = new URL(fixture.url)
  const socket = connect(Number(port), hostname)
  socket.setTimeout(20_000, () => socket.destroy(new Error('the gateway keeps the connection open')))
  socket.end(text)
  return Buffer.concat(await socket.toArray()).toString()
}

const statusesOf = (reply: string) =>
  [...reply.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map((match) => Number(match[1]))
const get = (target: string, ...lines: string[]) =>
  send([`GET ${target} HTTP/1.1`, 'Host: a', 'Connection: close', ...lines, '', ''].join('\r\n'))

describe('a path', () => {
  test.each([
    ['/metrics', [404]],
    ['/api/v1/../../metrics', [404]],
    ['/api/v1/..%2f..%2fmetrics', [404]],
    ['/api/v1/%2e%2e/%2e%2e/metrics', [404]],
    ['/api/v1/..\\..\\metrics', [404]],
    ['http://127.0.0.1/metrics', [404]],
    ['//metrics', [404]],
    ['/api/v1/files/../../../../../../etc/passwd', [404]],
    ['/api/v1/files/%2e%2e%2f%2e%2e%2fetc%2fpasswd?expires=9999999999&signature=x', [404]],
    ['/api/v1/files/a%00b', [400]],
    ['/admin/queues/../queues', [401]],
    ['/ADMIN/queues', [401]],
    ['/admin//queues', [404]],
    ['/admin/queues/static/..%2f..%2f..%2fpackage.json', [401]],
  ])('%s leads nowhere else', async (target, statuses) => {
    expect(statusesOf(await get(target))).toEqual(statuses)
  })

  test('is not changed by headers that some servers obey', async () => {
    const reply = await get(
      '/nowhere',
      'X-Original-URL: /healthz',
      'X-Rewrite-URL: /healthz',
      'X-HTTP-Method-Override: POST',
    )
    expect(statusesOf(reply)).toEqual([404])
  })
})

describe('a request', () => {
  const post = (...lines: string[]) =>
    ['POST /api/v1/scrape HTTP/1.1', 'Host: a', ...lines, '', ''].join('\r\n')
  const SMUGGLED = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

  test.each([
    ['of two lengths', post('Content-Length: 0', `Content-Length: ${SMUGGLED.length}`)],
    ['with a length and chunks', post('Content-Length: 5', 'Transfer-Encoding: chunked')],
    ['with chunks by another name', post('Transfer-Encoding: xchunked')],
    ['with chunks that are not the last coding', post('Transfer-Encoding: chunked, identity')],
    ['with a blank before the colon', post('Transfer-Encoding : chunked', 'Content-Length: 0')],
    ['with a folded header', post('X-A: b', ' Transfer-Encoding: chunked', 'Content-Length: 0')],
    ['with a line break in a header', post('X-A: b\nTransfer-Encoding: chunked', 'Content-Length: 0')],
    ['with a negative length', post('Content-Length: -1')],
    ['with headers of 20 KB', post(`X-A: ${'a'.repeat(20_000)}`)],
  ])('%s is refused, and what follows it is not read', async (_, head) => {
    const statuses = statusesOf(await send(head + SMUGGLED))
    expect(statuses).toHaveLength(1)
    expect([400, 431]).toContain(statuses[0])
  })

  test('that would like another protocol is answered in this one', async () => {
    const reply = await get('/healthz', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__')
    expect(statusesOf(reply)).toEqual([200])
  })

  test('is answered with links to the public address, whatever host it names', async () => {
    const reply = await send(
      'GET / HTTP/1.1\r\nHost: evil.test\r\nX-Forwarded-Host: evil.test\r\nConnection: close\r\n\r\n',
    )
    expect(reply).toContain(fixture.url)
    expect(reply).not.toContain('evil.test')
  })

  test('of another site gets no leave to read the answer', async () => {
    const reply = await get('/api/v1', 'Origin: http://evil.test')
    expect(reply.toLowerCase()).not.toContain('access-control-allow')
  })
})

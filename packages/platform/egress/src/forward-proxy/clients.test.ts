import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createEgress } from '../create-egress.ts'
import type { Egress } from '../egress.ts'
import { httpServer, type LocalServer, tcpServer } from '../testing/local-servers.ts'

let egress: Egress
let site: LocalServer
/** Tells how long the head is that it was sent. */
let wide: LocalServer
const bodies: string[] = []
beforeAll(async () => {
  site = await httpServer(async (req, res) => {
    bodies.push(await text(req))
    res.end('hi')
  })
  wide = await tcpServer((socket) => {
    let head = ''
    socket.on('data', (bytes) => {
      head += bytes.toString('latin1')
      if (head.endsWith('\r\n\r\n')) socket.end(`HTTP/1.1 200 OK\r\n\r\n${head.length}`)
    })
  })
  egress = createEgress({ allow: `127.0.0.1:${site.port},127.0.0.1:${wide.port}` })
})
afterAll(async () => {
  await egress.close()
  await site[Symbol.asyncDispose]()
  await wide[Symbol.asyncDispose]()
})

/** A client whose connection is handed over to the egress: its own end, and the one that is served. */
async function handOver(ends: AsyncDisposableStack): Promise<{ client: Socket; served: Socket }> {
  const accepted = Promise.withResolvers<Socket>()
  const listener = ends.use(await tcpServer(accepted.resolve))
  const client = connect(listener.port, '127.0.0.1').on('error', () => {})
  ends.defer(() => void client.destroy())
  const served = await accepted.promise
  egress.serve(served)
  return { client, served }
}

test('one that falls silent has its connection for two minutes and ten seconds', async () => {
  await using ends = new AsyncDisposableStack()
  const { client, served } = await handOver(ends)
  await eventually(() => expect(served.timeout).toBe(130_000))
  served.emit('timeout')
  await once(client.resume(), 'close')
})

test('one that is refused a tunnel and sends on has five seconds', async () => {
  await using ends = new AsyncDisposableStack()
  const { client, served } = await handOver(ends)
  client.write('CONNECT 10.0.0.1:443 HTTP/1.1\r\n\r\n')
  expect(String(await once(client, 'data'))).toMatch(/^HTTP\/1\.1 403 not_allowed\r\n/)
  await eventually(() => expect(served.timeout).toBe(5_000))
  served.emit('timeout')
  await eventually(() => expect(served.destroyed).toBe(true))
})

test('one that breaks off before it is served, or while it is, takes nothing with it', async () => {
  await using ends = new AsyncDisposableStack()
  const { client, served } = await handOver(ends)
  client.resetAndDestroy()
  await eventually(() => expect(served.destroyed).toBe(true))
  const other = await handOver(ends)
  other.client.write(`CONNECT 127.0.0.1:${site.port} HTTP/1.1\r\n\r\n`)
  expect(String(await once(other.client, 'data'))).toContain('200 Connection Established')
})

test.each([
  ['CONNECT user@127.0.0.1:PORT', 403],
  ['CONNECT http://127.0.0.1:PORT', 403],
  ['CONNECT 127.0.0.1:PORT/', 403],
  ['CONNECT 127.0.0.1:0PORT', 403],
  ['CONNECT 127.0.0.1:PORT', 200],
  ['GET /http://127.0.0.1:PORT/', 403],
  ['GET HTTP://127.0.0.1:PORT/', 200],
])('%s is answered by %i at a place that is opened', async (line, status) => {
  await using ends = new AsyncDisposableStack()
  const { client } = await handOver(ends)
  client.write(`${line.replace('PORT', String(site.port))} HTTP/1.1\r\nHost: a\r\n\r\n`)
  expect(String(await once(client, 'data'))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
})

test('the head of a request may be as large as 60 KB', async () => {
  await using ends = new AsyncDisposableStack()
  const { client } = await handOver(ends)
  const long = `X-A: ${'x'.repeat(15_000)}\r\n`
  client.write(
    `GET http://127.0.0.1:${wide.port}/ HTTP/1.1\r\nHost: a\r\n${long.repeat(4)}Connection: close\r\n\r\n`,
  )
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 .*\r\n60\d{3}\r\n/s)
})

test.each([
  ['of a length', 'Content-Length: 4\r\n\r\nbody', 'body'],
  ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n', 'body'],
  ['that is empty', 'Content-Length: 0\r\n\r\n', ''],
])('a body %s arrives as one', async (_how, rest, arrived) => {
  await using ends = new AsyncDisposableStack()
  const { client } = await handOver(ends)
  client.write(`POST http://127.0.0.1:${site.port}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${rest}`)
  expect(await text(client)).toMatch(/hi$/)
  expect(bodies.at(-1)).toBe(arrived)
})

test('what a login did is counted since its counts were reset: connections once each, and the last refusal', async () => {
  const login = await egress.proxyLogin()
  const { port, username, password } = new URL(login.url)
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const client = connect(Number(port), '127.0.0.1')
  const ask = async (target: string) => {
    client.write(`GET http://${target}/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${authorization}\r\n\r\n`)
    return String(await once(client, 'data'))
  }
  expect(login.counts()).toEqual({ connections: 0, refusedStatus: undefined })
  for (let i = 0; i < 2; i++) expect(await ask(`127.0.0.1:${site.port}`)).toMatch(/^HTTP\/1\.1 200 /)
  expect(login.counts()).toEqual({ connections: 1, refusedStatus: undefined })
  expect(await ask('10.0.0.1')).toMatch(/^HTTP\/1\.1 403 /)
  expect(login.counts()).toEqual({ connections: 1, refusedStatus: 403 })
  login.resetCounts()
  expect(login.counts()).toEqual({ connections: 0, refusedStatus: undefined })
  client.destroy()
  login.close()
})

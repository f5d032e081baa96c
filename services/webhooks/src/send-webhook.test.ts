import type { LookupAddress } from 'node:dns'
import type { Socket } from 'node:net'
import { createEgress, type EgressOptions } from '@gleaner/egress'
import { afterEach, describe, expect, test } from '@jest/globals'
import { createSender, type SenderOptions } from './send-webhook.ts'
import { startRawReceiver, startReceiver } from './testing/receiver.ts'

/** Of what stalls; a receiver that answers has more, however busy the machine is. */
const TIMEOUT_MS = 300
const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
})

function sender(egressOptions: EgressOptions = {}, options: Partial<SenderOptions> = {}) {
  const egress = createEgress({ allow: '127.0.0.0/8', ...egressOptions })
  const created = createSender({ egress, httpsOnly: false, timeoutMs: 10_000, ...options })
  opened.push(created, egress)
  return (url: string, body = '{}') => created.send(url, { 'webhook-id': 'msg_1' }, Buffer.from(body))
}

test.each([
  [200, undefined],
  [204, undefined],
  [299, undefined],
  [302, expect.stringMatching(/^The receiver answered 302, a redirect/)],
  [404, 'The receiver answered 404.'],
  [410, expect.stringMatching(/no more webhooks/)],
  [503, 'The receiver answered 503.'],
])('an answer of %s is judged by its status, and no redirect is followed', async (status, error) => {
  await using elsewhere = await startReceiver()
  await using receiver = await startReceiver((_received, response) =>
    response.writeHead(status, { location: elsewhere.url, 'retry-after': '7' }).end(),
  )
  const answer = await sender()(receiver.url)
  expect(answer).toMatchObject({ statusCode: status, durationMs: expect.any(Number) })
  expect(answer.error).toEqual(error)
  expect(answer.retryAfter).toBe(error === undefined ? undefined : '7')
  expect(elsewhere.received).toEqual([])
})

test('connections are kept for the next delivery to a host, and a body that is longer than a few KB closes its own', async () => {
  const ports = new Set<number>()
  let length = 10
  await using receiver = await startReceiver((_received, response, request) => {
    ports.add(request.socket.remotePort!)
    response.writeHead(200).end('x'.repeat(length))
  })
  const send = sender()
  for (let i = 0; i < 3; i++) await send(receiver.url)
  expect(ports.size).toBe(1)
  length = 1_000_000
  for (let i = 0; i < 3; i++) await send(receiver.url)
  expect(ports.size).toBe(3)
})

test('a kept connection that its receiver closes as it is used costs no attempt', async () => {
  let requests = 0
  await using receiver = await startRawReceiver((socket) => {
    let ofThis = 0
    socket.on('data', () => {
      requests++
      if (++ofThis === 1) socket.write('HTTP/1.1 204 No Content\r\n\r\n')
      else socket.resetAndDestroy()
    })
  })
  const send = sender()
  for (let i = 0; i < 3; i++) expect(await send(receiver.url)).toMatchObject({ statusCode: 204 })
  expect([requests, receiver.connections]).toEqual([5, 3])
})

const HEAD = 'HTTP/1.1 200 OK\r\n'

interface Behaviour {
  error?: string
  /** What it sends when it is spoken to. */
  bytes?: string
  /** And then again and again. */
  trickle?: string
  ends?: boolean
}

describe('a receiver that', () => {
  test.each<[string, Behaviour]>([
    ['says nothing', { error: 'No answer came within 0.3 s.' }],
    ['begins a head and stalls', { error: 'No answer came within 0.3 s.', bytes: `${HEAD}x: y` }],
    ['trickles a head', { error: 'No answer came within 0.3 s.', bytes: `${HEAD}x: `, trickle: 'y' }],
    [
      'breaks off in its head',
      { error: 'The target closed the connection.', bytes: 'HTTP/1.1 2', ends: true },
    ],
    ['speaks no HTTP', { error: 'The target does not speak HTTP.', bytes: 'SSH-2.0-OpenSSH_9.6\r\n' }],
    [
      'has an endless head',
      { error: "The target's headers are too large.", bytes: `${HEAD}a: ${'b'.repeat(200_000)}` },
    ],
    ['gives the head of a success and no body', { bytes: `${HEAD}content-length: 5\r\n\r\n` }],
    ['has a body shorter than it says', { bytes: `${HEAD}content-length: 9\r\n\r\nx`, ends: true }],
    ['has an endless body', { bytes: `${HEAD}\r\n`, trickle: 'y'.repeat(10_000) }],
  ])('%s costs no more than the time of an attempt', async (_name, { error, bytes = '', trickle, ends }) => {
    await using receiver = await startRawReceiver((socket) => {
      socket.once('data', () => {
        socket.write(bytes)
        if (ends) socket.end()
        const timer = setInterval(() => trickle && socket.write(trickle), 5)
        socket.once('close', () => clearInterval(timer))
      })
    })
    const begun = performance.now()
    const answer = await sender({}, { timeoutMs: TIMEOUT_MS })(receiver.url)
    expect(answer.error).toBe(error)
    expect(answer.statusCode).toBe(error === undefined ? 200 : undefined)
    // A body has no time of its own beside it.
    expect(performance.now() - begun).toBeLessThan(TIMEOUT_MS + 900)
  })

  /** More than the buffers of both ends hold. */
  const LARGE = 'x'.repeat(20_000_000)

  test.each<[string, (socket: Socket) => unknown]>([
    ['reads nothing', (socket) => socket.pause()],
    [
      'reads a little at a time',
      (socket) => {
        socket.pause()
        const timer = setInterval(() => socket.read(1_000), 20)
        socket.once('close', () => clearInterval(timer))
      },
    ],
    [
      'says again and again that it goes on',
      (socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 5)
        socket.resume().once('close', () => clearInterval(timer))
      },
    ],
  ])('%s holds its place for the time of one attempt', async (_, onSocket) => {
    await using receiver = await startRawReceiver(onSocket)
    const answer = await sender({}, { timeoutMs: TIMEOUT_MS })(receiver.url, LARGE)
    expect(answer).toMatchObject({ error: 'No answer came within 0.3 s.', isTimeout: true })
  })

  test('resets the connection is told of as closing it', async () => {
    await using receiver = await startRawReceiver((socket) => {
      socket.once('data', () => socket.resetAndDestroy())
    })
    expect(await sender()(receiver.url)).toMatchObject({ error: 'The target closed the connection.' })
  })

  test('does not listen is told of as refusing', async () => {
    const receiver = await startReceiver()
    await receiver[Symbol.asyncDispose]()
    expect(await sender()(receiver.url)).toMatchObject({ error: 'The target refused the connection.' })
  })
})

describe('an address is checked at each attempt', () => {
  test('a name that turns to a private address is not dialled there', async () => {
    await using receiver = await startReceiver((_received, response) =>
      response.writeHead(200, { connection: 'close' }).end(),
    )
    const { port } = new URL(receiver.url)
    let address = '127.0.0.2'
    // As with the clock ten seconds later: the resolver's answers are not cached here.
    const resolve = async (name: string): Promise<LookupAddress[]> => [
      { address: name.startsWith('later') ? '127.0.0.1' : address, family: 4 },
    ]
    const send = sender({ allow: '127.0.0.2/32', resolve })
    await using open = await openOn('127.0.0.2', Number(port))
    expect(await send(`http://hook.example.com:${port}/`)).toMatchObject({ statusCode: 204 })
    address = '127.0.0.1'
    expect(await send(`http://later.example.com:${port}/`)).toEqual({
      error: expect.stringContaining('This host does not have a public address'),
      durationMs: expect.any(Number),
    })
    expect([open.received.length, receiver.received.length]).toEqual([1, 0])
  })

  test.each([
    ['http://10.0.0.1/hook', 'This host does not have a public address'],
    ['http://[::1]/hook', 'This host does not have a public address'],
    ['http://redis/hook', 'This host name only exists inside a local network'],
    ['http://blocked.example/hook', 'This domain is blocked by the operator.'],
    ['http://hook.example.com:22/', 'Port 22 is not allowed.'],
  ])('%s is refused without a connection', async (url, error) => {
    expect(await sender({ allow: '', blockedDomains: ['blocked.example'] })(url)).toMatchObject({
      error: expect.stringContaining(error),
    })
  })

  test('in production it is https', async () => {
    const send = sender({}, { httpsOnly: true })
    expect(await send('http://hook.example.com/')).toMatchObject({
      error: 'Only https URLs are allowed here.',
    })
  })
})

/** A receiver on the port of another one's, at another address of loopback. */
async function openOn(host: string, port: number) {
  return await startReceiver(undefined, { host, port })
}

import type { Socket } from 'node:net'
import { eventually } from '@gleaner/testkit'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createEgress } from '../create-egress.ts'
import type { Egress } from '../egress.ts'
import { tcpServer } from '../testing/local-servers.ts'
import { KeptConnectionClosed } from './client-pool.ts'

const HI = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'

let egress: Egress

beforeEach(() => {
  egress = createEgress({ allow: '127.0.0.0/8' })
})
afterEach(() => egress.close())

/** A site whose connections do one thing for each request that comes, and the last one for all that follow. */
function site(...steps: ((socket: Socket) => unknown)[]) {
  return tcpServer((socket) => {
    let asked = 0
    socket.on('data', () => void steps[Math.min(asked++, steps.length - 1)]!(socket))
  })
}

/** Asks over one dispatcher, each time once the last connection is free again. */
function asking(port: number, dispatcher = egress.dispatcher()) {
  return async () => {
    await new Promise((resolve) => setImmediate(resolve))
    const { body } = await dispatcher.request({
      origin: `http://127.0.0.1:${port}`,
      path: '/',
      method: 'GET',
    })
    return body.text()
  }
}

const answer = (socket: Socket) => socket.write(HI)

describe('a kept connection', () => {
  test.each([
    ['closes', (socket: Socket) => socket.end()],
    ['breaks off', (socket: Socket) => socket.resetAndDestroy()],
  ])(
    'that its peer %s without an answer is told as such, so that the request may be repeated',
    async (_how, leave) => {
      await using peer = await site(answer, leave)
      const ask = asking(peer.port)
      expect(await ask()).toBe('hi')
      const refused = await ask().catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(KeptConnectionClosed)
      expect(refused).toMatchObject({ code: expect.stringMatching(/^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/) })
      expect(peer.connections()).toBe(1)
    },
  )

  test('that closes in the middle of an answer is no such one: the request has been worked on', async () => {
    await using peer = await site(answer, (socket) => socket.end(HI.slice(0, -1)))
    const ask = asking(peer.port)
    expect(await ask()).toBe('hi')
    const cut = await ask().catch((error: unknown) => error)
    expect(cut).toBeInstanceOf(Error)
    expect(cut).not.toBeInstanceOf(KeptConnectionClosed)
  })

  test('that breaks the rules of HTTP is no such one', async () => {
    await using peer = await site(answer, (socket) => socket.end('no HTTP at all\r\n\r\n'))
    const ask = asking(peer.port)
    expect(await ask()).toBe('hi')
    const unread = await ask().catch((error: unknown) => error)
    expect(unread).toBeInstanceOf(Error)
    expect(unread).not.toBeInstanceOf(KeptConnectionClosed)
  })
})

test('a new connection that is closed without an answer is a fault of the target', async () => {
  await using peer = await site((socket) => socket.end())
  const refused = await asking(peer.port)().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Error)
  expect(refused).not.toBeInstanceOf(KeptConnectionClosed)
})

test('a body without a length that a reset cuts is not taken for whole', async () => {
  const reached = Promise.withResolvers<Socket>()
  await using peer = await site((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\nhalf')
    reached.resolve(socket)
  })
  const origin = `http://127.0.0.1:${peer.port}`
  const { body } = await egress.dispatcher().request({ origin, path: '/', method: 'GET' })
  const socket = await reached.promise
  body.once('data', () => socket.resetAndDestroy())
  await expect(body.toArray()).rejects.toThrow()
})

test('the connection that was used last is used next', async () => {
  const asked: number[] = []
  const accepted: Socket[] = []
  await using peer = await tcpServer((socket) => {
    const which = accepted.push(socket)
    socket.on('data', () => {
      asked.push(which)
      if (asked.length > 2) answer(socket)
    })
  })
  const ask = asking(peer.port)
  const both = [ask(), ask()]
  await eventually(() => expect(asked.toSorted()).toEqual([1, 2]))
  answer(accepted[1]!)
  await Promise.race(both)
  answer(accepted[0]!)
  await Promise.all(both)
  expect(await ask()).toBe('hi')
  expect(asked.at(-1)).toBe(1)
})

test('a thousand and twenty-four connections are kept, and the one that waits longest goes first', async () => {
  const open = new Set<string>()
  await using peer = await tcpServer((socket) => {
    const host = socket.localAddress!
    open.add(host)
    socket.on('data', () => answer(socket)).once('end', () => socket.end())
    socket.once('close', () => open.delete(host))
  }, '0.0.0.0')
  const dispatcher = egress.dispatcher()
  const hosts = Array.from({ length: 1_025 }, (_, i) => `127.0.${(i >> 8) + 1}.${i & 255}`)
  for (const host of hosts) {
    const { body } = await dispatcher.request({
      origin: `http://${host}:${peer.port}`,
      path: '/',
      method: 'GET',
    })
    await body.text()
  }
  await eventually(() => expect(open.size).toBe(1_024))
  expect([open.has(hosts[0]!), open.has(hosts[1]!)]).toEqual([false, true])
})

describe('a dispatcher closes', () => {
  test.each(['close', 'destroy'] as const)(
    'by %s the connections that wait for a next request',
    async (how) => {
      let open = 0
      await using peer = await tcpServer((socket) => {
        open++
        socket.once('close', () => open--).once('end', () => socket.end())
        socket.on('data', () => answer(socket))
      })
      const dispatcher = egress.dispatcher()
      expect(await asking(peer.port, dispatcher)()).toBe('hi')
      expect(open).toBe(1)
      await dispatcher[how]()
      await eventually(() => expect(open).toBe(0))
    },
  )

  test('when it is destroyed, a connection that has become a stream of another protocol', async () => {
    let open = 0
    await using peer = await tcpServer((socket) => {
      open++
      socket.once('close', () => open--).once('end', () => socket.end())
      socket.once('data', () => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
        socket.pipe(socket)
      })
    })
    const origin = `http://127.0.0.1:${peer.port}`
    const { socket } = await egress.dispatcher().upgrade({ origin, path: '/', protocol: 'echo' } as never)
    const echoed = new Promise((resolve) => socket.once('data', resolve))
    socket.on('error', () => {})
    socket.write('ping')
    expect(String(await echoed)).toBe('ping')
    await egress.close()
    await eventually(() => expect(open).toBe(0))
  })
})

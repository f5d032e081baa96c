import { eventually } from '@gleaner/testkit'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createEgress } from '../create-egress.ts'
import type { Egress } from '../egress.ts'
import { type LocalServer, tcpServer } from '../testing/local-servers.ts'
import { dial } from './dial.ts'
import { createDispatcher } from './dispatcher.ts'

const OPENED = 'HTTP/1.1 200 OK\r\n\r\n'

let egress: Egress

beforeEach(() => {
  egress = createEgress({ allow: '127.0.0.0/8' })
})

afterEach(() => egress.close())

describe('a request that is not answered', () => {
  /** Proxies that open a tunnel, then close it or talk before they are asked. */
  const FAITHLESS: Record<string, () => Promise<LocalServer>> = {
    'stray bytes with its 200': () =>
      tcpServer((socket) => void socket.once('data', () => socket.write(`${OPENED}stray`))),
    'a close with its 200': () => tcpServer((socket) => void socket.once('data', () => socket.end(OPENED))),
    'a reset after its 200': () =>
      tcpServer((socket) => {
        socket.once('data', () => {
          socket.write(OPENED)
          setImmediate(() => socket.resetAndDestroy())
        })
      }),
  }

  test.each(Object.keys(FAITHLESS))('costs one connection to a proxy with %s', async (what) => {
    await using proxy = await FAITHLESS[what]!()
    const dispatcher = egress.dispatcher({ upstream: `http://127.0.0.1:${proxy.port}` })
    const asking = dispatcher.request({ origin: 'http://127.0.0.1:9999', path: '/', method: 'GET' })
    await expect(asking).rejects.toThrow()
    expect(proxy.connections()).toBe(1)
  })

  test.each(['http', 'https', 'socks5'])(
    'ends with its signal while an %s proxy keeps it waiting',
    async (kind) => {
      let open = 0
      await using proxy = await tcpServer((socket) => {
        open++
        socket.resume().once('close', () => open--)
        socket.once('end', () => socket.end())
      })
      const dispatcher = egress.dispatcher({ upstream: `${kind}://127.0.0.1:${proxy.port}` })
      const giveUp = new AbortController()
      const asking = dispatcher.request({
        origin: 'https://127.0.0.1:9999',
        path: '/',
        method: 'GET',
        signal: giveUp.signal,
      })
      asking.catch(() => {})
      await eventually(() => expect(open).toBe(1))
      giveUp.abort(new Error('given up'))
      await expect(asking).rejects.toThrow('given up')
      await eventually(() => expect(open).toBe(0))
      expect(proxy.connections()).toBe(1)
    },
  )
})

test('a connection that its peer closes while it waits is not missed', async () => {
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
  const closed = Promise.withResolvers<void>()
  await using site = await tcpServer((socket) => {
    socket.once('data', () => {
      socket.write(answer)
      setImmediate(() => socket.end())
    })
    socket.once('close', () => closed.resolve())
  })
  const dispatcher = egress.dispatcher()
  const ask = async () => {
    const { body } = await dispatcher.request({
      origin: `http://127.0.0.1:${site.port}`,
      path: '/',
      method: 'GET',
    })
    return body.text()
  }
  expect(await ask()).toBe('hi')
  await closed.promise
  expect(await ask()).toBe('hi')
  expect(site.connections()).toBe(2)
})

test('a dispatcher that is closed lets the request under way finish', async () => {
  const { promise: closing, resolve } = Promise.withResolvers<void>()
  await using site = await tcpServer((socket) => {
    socket.once('data', async () => {
      await closing
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi')
    })
  })
  const dispatcher = egress.dispatcher()
  const options = { origin: `http://127.0.0.1:${site.port}`, path: '/', method: 'GET' as const }
  const asking = dispatcher.request(options)
  const closed = dispatcher.close()
  resolve()
  await closed
  expect(await (await asking).body.text()).toBe('hi')
  await expect(dispatcher.request(options)).rejects.toThrow('closed')
})

test('a dispatcher tells that it is over once it is closed and its last request has ended', async () => {
  const answers: (() => void)[] = []
  await using site = await tcpServer((socket) => {
    socket.on('data', () => {
      answers.push(() => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'))
    })
  })
  let ended = 0
  const open = (host: string, port: number) =>
    dial([{ address: host, family: 4 }], { port, timeoutMs: 2_000 })
  const dispatcher = createDispatcher({ open, connectTimeoutMs: 2_000, onEnd: () => ended++ })
  const ask = async () => {
    const { body } = await dispatcher.request({
      origin: `http://127.0.0.1:${site.port}`,
      path: '/',
      method: 'GET',
    })
    return body.text()
  }
  const both = [ask(), ask()]
  await eventually(() => expect(answers).toHaveLength(2))
  answers[0]!()
  await Promise.race(both)
  await dispatcher.close()
  expect(ended).toBe(0)
  answers[1]!()
  expect(await Promise.all(both)).toEqual(['hi', 'hi'])
  await eventually(() => expect(ended).toBe(1))
})

test('a dispatcher that was never asked is over at once', async () => {
  let ended = 0
  const open = () => Promise.reject(new Error('nobody'))
  await createDispatcher({ open, connectTimeoutMs: 2_000, onEnd: () => ended++ }).close()
  expect(ended).toBe(1)
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { createEgress } from '../create-egress.ts'
import type { Egress } from '../egress.ts'

/** What goes on while a test moves the clock: all but `Date` and intervals. */
const REAL = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const

let egress: Egress
beforeAll(() => {
  egress = createEgress({ allow: '127.0.0.0/8' })
})
afterAll(() => egress.close())

/** The port of a forward proxy that chains to one session of a provider. */
async function portFor(session: number): Promise<number> {
  const { server } = await egress.forwardProxy(`http://user-${session}:secret@127.0.0.1:3128`)
  return Number(new URL(server).port)
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

test('two hundred sessions listen at once: the one that was asked for the longest ago makes room', async () => {
  const direct = Number(new URL((await egress.forwardProxy()).server).port)
  const ports: number[] = []
  for (let session = 0; session < 200; session++) ports.push(await portFor(session))
  expect(await portFor(0)).toBe(ports[0])
  await portFor(200)
  await expect(isOpen(ports[0]!)).resolves.toBe(true)
  await expect(isOpen(ports[1]!)).resolves.toBe(false)
  await expect(isOpen(direct)).resolves.toBe(true)
  expect(await isOpen(await portFor(1))).toBe(true)
  await expect(isOpen(ports[2]!)).resolves.toBe(false)
})

test('one that chains to an upstream closes after ten idle minutes; while it is used or asked for, it does not', async () => {
  jest.useFakeTimers({ doNotFake: [...REAL] })
  const own = createEgress({ allow: '127.0.0.0/8' })
  try {
    const proxy = async (upstream = '') => Number(new URL((await own.forwardProxy(upstream)).server).port)
    const direct = await proxy()
    const [idle, used, asked] = await Promise.all(
      [3001, 3002, 3003].map((port) => proxy(`http://127.0.0.1:${port}`)),
    )
    const client = connect(used!, '127.0.0.1')
    // An answer tells that the proxy has the connection.
    client.write('CONNECT 127.0.0.1 HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(client, 'data')
    await jest.advanceTimersByTimeAsync(5 * 60_000)
    expect(await proxy('http://127.0.0.1:3003')).toBe(asked)
    await jest.advanceTimersByTimeAsync(5 * 60_000)
    await jest.advanceTimersByTimeAsync(60_000)
    await eventually(async () => expect(await isOpen(idle!)).toBe(false))
    expect(await Promise.all([direct, used!, asked!].map(isOpen))).toEqual([true, true, true])
    client.destroy()
  } finally {
    jest.useRealTimers()
    await own.close()
  }
})

test('one that could not start is started when it is asked for again', async () => {
  let blocked = ['proxy.example']
  const own = createEgress({ blockedDomains: () => blocked })
  await expect(own.forwardProxy('http://proxy.example:3128')).rejects.toThrow('blocked by the operator')
  blocked = []
  const { server } = await own.forwardProxy('http://proxy.example:3128')
  expect(await isOpen(Number(new URL(server).port))).toBe(true)
  await own.close()
})

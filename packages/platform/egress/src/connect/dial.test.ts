import { isIP } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type LocalServer, onOnePort, stuckPort, tcpServer } from '../testing/local-servers.ts'
import { dial } from './dial.ts'

const addressesOf = (...list: string[]) => list.map((address) => ({ address, family: isIP(address) }))
/** Addresses of this machine at which nobody listens. */
const closed = (count: number) => Array.from({ length: count }, (_, i) => `127.0.1.${i + 1}`)

let site: LocalServer
beforeAll(async () => {
  site = await tcpServer(() => {})
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
})

/** The address that was reached, of a list. */
async function reached(list: string[], port = site.port): Promise<string | undefined> {
  const socket = await dial(addressesOf(...list), { port, timeoutMs: 2_000 })
  const { remoteAddress } = socket
  socket.destroy()
  return remoteAddress
}

describe('of the addresses of a name', () => {
  test('seven that refuse do not keep the eighth from being dialled', async () => {
    expect(await reached([...closed(7), '127.0.0.1'])).toBe('127.0.0.1')
  })

  test('no more than eight are dialled', async () => {
    await expect(reached([...closed(8), '127.0.0.1'])).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('those of the other family have their turns between those of the first', async () => {
    const none = Array.from({ length: 9 }, () => '::1')
    expect(await reached([...none, '127.0.0.1'])).toBe('127.0.0.1')
  })

  test('the first that answers is used, and no other is dialled', async () => {
    const twins = await onOnePort(
      () => tcpServer(() => {}),
      (port) => tcpServer(() => {}, '127.0.0.2', port),
    )
    await using first = twins[0]
    await using second = twins[1]
    expect(await reached(['127.0.0.2', '127.0.0.1'], first.port)).toBe('127.0.0.2')
    expect([first.connections(), second.connections()]).toEqual([0, 1])
  })

  test('there must be one', async () => {
    await expect(reached([])).rejects.toMatchObject({ name: 'ConnectFailed', code: 'EADDRNOTAVAIL' })
  })
})

describe('an address that says nothing', () => {
  test('costs a head start where there is another one', async () => {
    const twins = await onOnePort(stuckPort, (port) => tcpServer(() => {}, '127.0.0.2', port))
    await using stuck = twins[0]
    await using _other = twins[1]
    const socket = await dial(addressesOf('127.0.0.1', '127.0.0.2'), { port: stuck.port, timeoutMs: 60_000 })
    expect(socket.remoteAddress).toBe('127.0.0.2')
    socket.destroy()
  })

  test('costs the deadline where there is none', async () => {
    await using stuck = await stuckPort()
    const dialling = dial(addressesOf('127.0.0.1'), { port: stuck.port, timeoutMs: 100 })
    await expect(dialling).rejects.toMatchObject({ name: 'ConnectFailed', code: 'ETIMEDOUT' })
  })

  test('costs nothing any more once it is given up', async () => {
    await using stuck = await stuckPort()
    const giveUp = new AbortController()
    const options = { port: stuck.port, timeoutMs: 60_000, signal: giveUp.signal }
    const dialling = dial(addressesOf('127.0.0.1'), options)
    giveUp.abort()
    await expect(dialling).rejects.toMatchObject({ name: 'ConnectFailed', code: 'ECONNABORTED' })
  })
})

test('nobody is dialled for who has given up before', async () => {
  const before = site.connections()
  const options = { port: site.port, timeoutMs: 2_000, signal: AbortSignal.abort() }
  await expect(dial(addressesOf('127.0.0.1'), options)).rejects.toMatchObject({ code: 'ECONNABORTED' })
  expect(await reached(['127.0.0.1'])).toBe('127.0.0.1')
  expect(site.connections()).toBe(before + 1)
})

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eventually } from '@gleaner/testkit'
import { expect, test } from '@jest/globals'
import { tcpServer } from '../testing/local-servers.ts'
import { joinTunnel } from './tunnel.ts'

/** A client and a target that a tunnel joins: the ends that they hold themselves, and those in the tunnel. */
async function openTunnel(ends: AsyncDisposableStack) {
  const accepted: Socket[] = []
  const server = ends.use(await tcpServer((socket) => accepted.push(socket)))
  const far = { port: server.port, host: '127.0.0.1', allowHalfOpen: true }
  const [client, target] = [connect(far), connect(far)]
  await Promise.all([once(client, 'connect'), once(target, 'connect')])
  for (const socket of [client, target]) {
    ends.defer(() => void socket.destroy())
    socket.on('error', () => {})
  }
  await eventually(() => expect(accepted).toHaveLength(2))
  const near = ({ localPort }: Socket) => accepted.find(({ remotePort }) => remotePort === localPort)!
  const inside = [near(client), near(target)] as const
  joinTunnel(...inside, Buffer.alloc(0))
  return { client, target, inside }
}

const timeoutsOf = (sockets: readonly Socket[]) => sockets.map(({ timeout }) => timeout)

test('two minutes without a byte close both ends of a tunnel by a reset', async () => {
  await using ends = new AsyncDisposableStack()
  const { client, target, inside } = await openTunnel(ends)
  expect(timeoutsOf(inside)).toEqual([120_000, 120_000])
  const errors: unknown[] = []
  for (const socket of [client, target])
    socket.resume().on('error', (error: NodeJS.ErrnoException) => errors.push(error.code))
  inside[1].emit('timeout')
  await eventually(() => expect(errors).toEqual(['ECONNRESET', 'ECONNRESET']))
})

test.each(['client', 'target'] as const)('once the %s has ended, half a minute is left', async (who) => {
  await using ends = new AsyncDisposableStack()
  const { client, target, inside } = await openTunnel(ends)
  client.resume()
  target.resume()
  ;({ client, target })[who].end()
  await eventually(() => expect(timeoutsOf(inside)).toEqual([30_000, 30_000]))
  expect(inside.map(({ destroyed }) => destroyed)).toEqual([false, false])
})

test('a target whose client has gone meanwhile is let go', async () => {
  await using ends = new AsyncDisposableStack()
  const server = ends.use(await tcpServer((socket) => void socket.resume()))
  const [client, target] = [connect(server.port, '127.0.0.1'), connect(server.port, '127.0.0.1')]
  await Promise.all([once(client, 'connect'), once(target, 'connect')])
  client.destroy()
  joinTunnel(client, target, Buffer.alloc(0))
  expect(target.destroyed).toBe(true)
})

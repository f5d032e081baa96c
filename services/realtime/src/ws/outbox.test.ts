import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { openPlaces } from '@gleaner/queue/work'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { WebSocket, WebSocketServer } from 'ws'
import { createOutbox } from './outbox.ts'

const never = new AbortController().signal
const LARGE = 'x'.repeat(1_000_000)

let server: WebSocketServer
const clients: WebSocket[] = []
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
})
afterAll(() => {
  for (const socket of [...clients, ...server.clients]) socket.terminate()
  server.close()
})

async function listener(): Promise<{ client: WebSocket; socket: WebSocket }> {
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  clients.push(client)
  const [[socket]] = await Promise.all([once(server, 'connection'), once(client, 'open')])
  return { client, socket }
}

test('listeners who take nothing hold no place, whatever waits for them', async () => {
  const makers = openPlaces('live-messages')
  for (const account of ['one', 'two', 'three', 'four', 'five']) {
    const slow = await listener()
    slow.client.pause()
    const outbox = createOutbox(slow.socket, makers, account)
    for (let n = 0; n < 40; n++) outbox.sendWhenRoom(async () => [LARGE], never).catch(() => {})
  }
  await eventually(() => expect([makers.waiting, makers.holders().some]).toEqual([0, []]))
  const { client, socket } = await listener()
  const received = once(client, 'message')
  await createOutbox(socket, makers, 'neighbour').sendWhenRoom(async () => ['news'], never)
  expect(String((await received)[0])).toBe('news')
})

test('messages are made for an account in its share of places, over all its sockets', async () => {
  const makers = openPlaces('live-messages')
  const made = Promise.withResolvers<[]>()
  let atOnce = 0
  const sockets = await Promise.all(Array.from({ length: 6 }, listener))
  for (const { socket } of sockets)
    void createOutbox(socket, makers, 'greedy').sendWhenRoom(() => {
      atOnce++
      return made.promise
    }, never)
  await eventually(() => expect(atOnce).toBe(4))
  expect(makers.waiting).toBe(2)
  await createOutbox(sockets[0]!.socket, makers, 'neighbour').sendWhenRoom(async () => [], never)
  made.resolve([])
  await eventually(() => expect(atOnce).toBe(6))
})

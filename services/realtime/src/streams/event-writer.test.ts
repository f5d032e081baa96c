import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { createEventWriter, type EventWriter } from './event-writer.ts'
import { StreamEnded } from './open-streams.ts'

const SHORT = { heartbeatMs: 20, stallMs: 200, endMs: 100 }
const PIECE = Buffer.alloc(64 * 1024, 'x')

const server = createServer({ keepAliveTimeout: 1 })
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  server.close()
})

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** A stream, and its reader, who has read nothing yet. */
async function stream(
  times = SHORT,
): Promise<{ response: ServerResponse; writer: EventWriter; socket: Socket }> {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').pause()
  sockets.push(socket.on('error', () => {}))
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  return { response, writer: createEventWriter(response, times), socket }
}

const { signal } = new AbortController()

test('a reader who takes nothing is dropped, and little is kept for them until then', async () => {
  const { response, writer } = await stream()
  let most = 0
  const writing = (async () => {
    for (;;) {
      most = Math.max(most, response.writableLength)
      await writer.write(PIECE, signal)
    }
  })()
  await expect(writing).rejects.toThrow(StreamEnded)
  expect(most).toBeLessThan(2 * PIECE.length)
  const closed = once(response, 'close')
  writer.end('you are slow')
  await closed
  expect(response.writableFinished).toBe(false)
})

test('a reader who is slow and reads is sent everything', async () => {
  const { writer, socket } = await stream({ ...SHORT, stallMs: 600_000 })
  let received = 0
  const writing = (async () => {
    for (let i = 0; i < 100; i++) await writer.write(PIECE, signal)
    writer.end('over')
  })()
  for await (const chunk of socket) {
    received += chunk.length
    await nextTurn()
  }
  await writing
  expect(received).toBeGreaterThan(100 * PIECE.length)
})

test('a quiet stream says now and then that it is there', async () => {
  const { socket } = await stream()
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    if (/(?::\n\n[^:]*){3}/.test(text)) break
  }
  expect(text).not.toContain('retry')
})

test('how long to wait before coming back is a part of the first event, so that no client reads an empty one', async () => {
  const { socket, writer } = await stream()
  const { signal } = new AbortController()
  await writer.write(Buffer.from('id: 1\nevent: progress\ndata: {}\n\n'), signal)
  await writer.write(Buffer.from('id: 2\nevent: progress\ndata: {}\n\n'), signal)
  writer.end()
  let text = ''
  for await (const chunk of socket) text += chunk
  const events = text.split(/\r?\n\r?\n/).filter((block) => /^(?:retry|id|event|data):/m.test(block))
  expect(events.filter((block) => !/^data:/m.test(block))).toEqual([])
  expect(text.match(/retry: \d{4}\nid: 1\n/g)).toHaveLength(1)
})

test('who has to end meanwhile does not wait for the reader', async () => {
  const { writer } = await stream({ ...SHORT, stallMs: 600_000 })
  const ending = new AbortController()
  const writing = (async () => {
    for (;;) await writer.write(PIECE, ending.signal)
  })()
  // Nobody reads: the writer waits by then.
  setTimeout(() => ending.abort(new StreamEnded('stopping')), 50)
  await expect(writing).rejects.toThrow('this server stops')
})

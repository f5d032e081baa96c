import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readBytes } from './read-bytes.ts'

const LIMIT = 1_000
const DEADLINE_MS = 200

/** Answers with the body's size, or with what reading it threw. */
const server = createServer((request, response) => {
  readBytes(request, LIMIT, DEADLINE_MS).then(
    (bytes) => response.end(String(bytes.length)),
    (error) => response.setHeader('Connection', 'close').end(error.code),
  )
})
let port: number
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

/** Sends these chunks, and ends unless `open`. */
async function post(chunks: string[], open = false): Promise<string> {
  const request = send({ port, method: 'POST', agent: false })
  for (const chunk of chunks) request.write(chunk)
  if (!open) request.end()
  const [response] = await once(request, 'response')
  const text = Buffer.concat(await response.toArray()).toString()
  request.destroy()
  return text
}

test('a body in chunks is read', async () => {
  expect(await post(['a'.repeat(400), 'b'.repeat(600)])).toBe('1000')
})

test('a body in chunks that grows too large is refused with an answer', async () => {
  expect(await post(['a'.repeat(400), 'b'.repeat(601)], true)).toBe('PAYLOAD_TOO_LARGE')
})

test('a body that does not come is refused with an answer', async () => {
  expect(await post(['a'], true)).toBe('REQUEST_TIMEOUT')
})

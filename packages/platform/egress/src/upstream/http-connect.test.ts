import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { eventually } from '@gleaner/testkit'
import { describe, expect, test } from '@jest/globals'
import { tcpServer } from '../testing/local-servers.ts'
import { openByConnect } from './http-connect.ts'

interface Peer {
  /** What the proxy sends once it was asked; then it closes, unless it `stays`. */
  answer: string
  stays?: boolean
  host?: string
  authorization?: string
}

/** Asks a proxy for a tunnel. `open` tells how many connections it still has. */
async function askFor({ answer, stays = false, host = 'a.example', authorization }: Peer) {
  let asked = ''
  let open = 0
  const proxy = await tcpServer((socket) => {
    open++
    socket.once('close', () => open--).once('end', () => socket.end())
    socket.once('data', (bytes) => {
      asked = bytes.toString('latin1')
      socket.write(answer, 'latin1')
      if (!stays) socket.end()
    })
  })
  const socket = connect(proxy.port, '127.0.0.1')
  const opening = openByConnect(socket, host, 8443, { timeoutMs: 300, authorization })
  return {
    opening,
    asked: () => asked,
    open: () => open,
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  }
}

const long = (bytes: number) => `X: ${'x'.repeat(bytes - 'X: '.length)}`

describe('a tunnel opens', () => {
  test.each([
    ['HTTP/1.1 200 OK', 'success'],
    ['HTTP/1.0 299 Fine', 'any other success'],
    [`HTTP/1.1 200 OK\r\n${long(15_000)}`, 'a head of 15 KB'],
  ])('by %.20s: %s, and what the target sends at once is not lost', async (head) => {
    await using asking = await askFor({ answer: `${head}\r\n\r\n220 hello` })
    expect(await text(await asking.opening)).toBe('220 hello')
  })

  test.each([
    ['a.example', 'a.example:8443'],
    ['192.0.2.1', '192.0.2.1:8443'],
    ['2001:db8::1', '[2001:db8::1]:8443'],
  ])('to %s', async (host, authority) => {
    await using asking = await askFor({ answer: 'HTTP/1.1 200 OK\r\n\r\n', host })
    await asking.opening
    expect(asking.asked()).toBe(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
  })

  test('with a login', async () => {
    await using asking = await askFor({ answer: 'HTTP/1.1 200 OK\r\n\r\n', authorization: 'Basic YTpi' })
    await asking.opening
    expect(asking.asked()).toMatch(/\r\nProxy-Authorization: Basic YTpi\r\n\r\n$/)
  })
})

describe('no tunnel opens, and the connection ends', () => {
  test.each([
    ['HTTP/1.1 403 Forbidden\r\n\r\n', { name: 'UpstreamRefused', message: 'The proxy answered 403' }],
    ['HTTP/1.1 301 Moved\r\n\r\n', { name: 'UpstreamRefused', message: 'The proxy answered 301' }],
    ['HTTP/1.1 407 Login\r\n\r\n', { name: 'UpstreamLoginRefused' }],
    ['SSH-2.0-x 200 \r\n\r\n', { message: 'The proxy answered something that is not HTTP' }],
    ['x HTTP/1.1 200 OK\r\n\r\n', { message: 'The proxy answered something that is not HTTP' }],
    ['HTTP/1.1 200 OK\r\n', { code: 'ETIMEDOUT', message: 'The proxy did not answer in time' }],
    [long(17_000), { message: 'The answer of the proxy is too long' }],
  ])('when a proxy that stays answers %.24j', async (answer, error) => {
    await using asking = await askFor({ answer, stays: true })
    await expect(asking.opening).rejects.toMatchObject(error)
    await eventually(() => expect(asking.open()).toBe(0))
  })

  test('when the proxy closes in the middle of its answer', async () => {
    await using asking = await askFor({ answer: 'HTTP/1.1 200 OK\r\n' })
    await expect(asking.opening).rejects.toMatchObject({ code: 'ECONNRESET' })
  })
})

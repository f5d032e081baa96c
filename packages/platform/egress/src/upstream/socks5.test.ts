import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { tcpServer } from '../testing/local-servers.ts'
import { openBySocks5 } from './socks5.ts'

const NO_LOGIN = [5, 0]
const LOGIN = [5, 2]
const WELCOME = [1, 0]
const OPEN = [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]
const HELLO = [...Buffer.from('220 hello')]

interface Peer {
  /** What the proxy answers to each message of the client, as one packet each unless `bytewise`. */
  answers: readonly number[][]
  bytewise?: boolean
  host?: string
  login?: { user: string; password: string }
}

/** Asks a proxy that gives these answers for a tunnel; returns what a reader who comes later finds in it. */
async function askFor({ answers, bytewise = false, host = 'example.com', login }: Peer) {
  const sent: number[][] = []
  await using proxy = await tcpServer((socket) => {
    socket.on('data', async (message) => {
      const answer = answers[sent.length] ?? []
      sent.push([...message])
      const isLast = sent.length === answers.length
      for (const packet of bytewise ? answer.map((byte) => [byte]) : [answer]) {
        if (packet.length > 0) socket.write(Buffer.from(packet))
        // So that each arrives as a packet of its own.
        await sleep(2)
      }
      if (isLast && answer.length > 0) socket.end()
    })
  })
  const socket: Socket = connect(proxy.port, '127.0.0.1')
  const { user, password } = login ?? { user: '', password: '' }
  const tunnel = await openBySocks5(socket, host, 80, { timeoutMs: 500, user, password })
  // What the target sends at once arrives before anybody reads.
  await sleep(20)
  return { read: await text(tunnel), sent }
}

describe('a tunnel opens', () => {
  const login = { user: 'ann', password: 'secret' }

  test.each<[string, Peer]>([
    ['answers come whole', { answers: [NO_LOGIN, [...OPEN, ...HELLO]] }],
    ['answers come byte by byte', { answers: [NO_LOGIN, [...OPEN, ...HELLO]], bytewise: true }],
    ['a login is asked for', { answers: [LOGIN, WELCOME, [...OPEN, ...HELLO]], login }],
    ['the answer has a name', { answers: [NO_LOGIN, [5, 0, 0, 3, 2, 97, 98, 0, 80, ...HELLO]] }],
    ['the answer has an IPv6 address', { answers: [NO_LOGIN, [5, 0, 0, 4, ...Array(18).fill(0), ...HELLO]] }],
  ])('when %s, and what the target sends at once is not lost', async (_, peer) => {
    expect((await askFor(peer)).read).toBe('220 hello')
  })

  test.each([
    ['192.0.2.1', [1, 192, 0, 2, 1]],
    ['2001:db8::ff', [4, 0x20, 0x01, 0x0d, 0xb8, ...Array(11).fill(0), 0xff]],
    ['a.example', [3, 9, ...Buffer.from('a.example')]],
  ])('to %s', async (host, address) => {
    const { sent } = await askFor({ answers: [NO_LOGIN, OPEN], host })
    expect(sent).toEqual([
      [5, 1, 0],
      [5, 1, 0, ...address, 0, 80],
    ])
  })
})

describe('no tunnel opens', () => {
  test.each<[string, Peer, RegExp]>([
    [
      'the proxy asks for a login that was not offered',
      { answers: [LOGIN, WELCOME, OPEN] },
      /refuses its user name/,
    ],
    [
      'the login is longer than the protocol allows',
      { answers: [LOGIN, WELCOME, OPEN], login: { user: 'u'.repeat(300), password: 'p' } },
      /too long/,
    ],
    [
      'the login is refused',
      { answers: [LOGIN, [1, 1]], login: { user: 'u', password: 'p' } },
      /refuses its user name/,
    ],
    [
      'the answer has an unknown type of address',
      { answers: [NO_LOGIN, [5, 0, 0, 9, 1, 2, 3, 4, 5, 6]] },
      /SOCKS5/,
    ],
    [
      'the target cannot be reached',
      { answers: [NO_LOGIN, [5, 4, 0, 1, 0, 0, 0, 0, 0, 0]] },
      /host unreachable/,
    ],
    ['the proxy closes half-way', { answers: [NO_LOGIN, [5, 0, 0]] }, /closed the connection/],
    ['the proxy stays silent', { answers: [NO_LOGIN, [], []] }, /in time/],
    ['the proxy sends without end', { answers: [Array(100_000).fill(5)] }, /another login/],
  ])('when %s', async (_, peer, reason) => {
    await expect(askFor(peer)).rejects.toThrow(reason)
  })
})

import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createEgress } from '../create-egress.ts'
import type { Egress, ProxyLogin } from '../egress.ts'
import { httpServer, type LocalServer, sendRaw, tcpServer } from '../testing/local-servers.ts'

let site: LocalServer
let egress: Egress
let login: ProxyLogin

beforeAll(async () => {
  site = await httpServer((_req, res) => res.end('reached'))
  egress = createEgress({ allow: '127.0.0.0/8' })
  login = await egress.proxyLogin()
})

afterAll(async () => {
  await egress.close()
  await site[Symbol.asyncDispose]()
})

const portOf = ({ url }: ProxyLogin) => Number(new URL(url).port)
const basicOf = ({ url }: ProxyLogin) => {
  const { username, password } = new URL(url)
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** Asks for a tunnel, or a page, with what a client sends as its login. */
function ask(port: number, authorization: string | undefined, line: string): Promise<string> {
  const header = authorization === undefined ? '' : `Proxy-Authorization: ${authorization}\r\n`
  const body = line.startsWith('CONNECT') ? 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n' : ''
  return sendRaw(port, `${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${header}\r\n${body}`)
}

describe.each(['CONNECT', 'GET'])('%s', (method) => {
  const line = () =>
    method === 'CONNECT' ? `CONNECT 127.0.0.1:${site.port}` : `GET http://127.0.0.1:${site.port}/`

  test('goes through with the login', async () => {
    expect(await ask(portOf(login), basicOf(login), line())).toContain('reached')
    // RFC 9110, 11.4: the scheme in any case, one space or more.
    expect(await ask(portOf(login), basicOf(login).replace('Basic', 'bASIC  '), line())).toContain('reached')
  })

  test.each([
    ['none, although the process is of the same user', () => undefined],
    ['an empty one', () => ''],
    ['another scheme', () => basicOf(login).replace('Basic', 'Bearer')],
    ['no colon', () => `Basic ${Buffer.from('egress').toString('base64')}`],
    ['the right user without a password', () => swap(basicOf(login), '')],
    ['the right user with a wrong password', () => swap(basicOf(login), 'x'.repeat(32))],
    ['a wrong user with the right password', () => basicOf(login).replace(/Basic .{4}/, 'Basic AAAA')],
    ['a longer password', () => swap(basicOf(login), `${new URL(login.url).password}x`)],
  ])('is refused with a login that is %s', async (_what, authorization) => {
    const before = site.connections()
    expect(await ask(portOf(login), authorization(), line())).toMatch(
      /^HTTP\/1\.1 407 .*Proxy-Authenticate/is,
    )
    expect(site.connections()).toBe(before)
  })

  test('is refused once the login was closed', async () => {
    const closed = await egress.proxyLogin()
    await closed.close()
    expect(await ask(portOf(login), basicOf(closed), line())).toMatch(/^HTTP\/1\.1 407 /)
  })
})

test('one listener serves every proxy, and each login leads through its own', async () => {
  await using proxies = new AsyncDisposableStack()
  const [one, two] = [await namingProxy('one'), await namingProxy('two')]
  for (const proxy of [one, two]) proxies.use(proxy)
  const logins = [
    await egress.proxyLogin(`http://127.0.0.1:${one.port}`),
    await egress.proxyLogin(`http://127.0.0.1:${two.port}`),
  ]
  expect(new Set([login, ...logins].map(portOf)).size).toBe(1)
  const answers = await Promise.all(
    logins.map((each) => ask(portOf(each), basicOf(each), `GET http://127.0.0.1:${site.port}/`)),
  )
  expect(answers.map((answer) => answer.split('\r\n\r\n')[1])).toEqual(['one', 'two'])
})

test('what one login has open can be cut, and others keep theirs', async () => {
  await using silent = await tcpServer(() => {})
  const [mine, other] = [await egress.proxyLogin(), await egress.proxyLogin()]
  const open = (each: ProxyLogin) => {
    const socket = connect(portOf(each), '127.0.0.1')
    socket.write(`CONNECT 127.0.0.1:${silent.port} HTTP/1.1\r\nProxy-Authorization: ${basicOf(each)}\r\n\r\n`)
    return new Promise<typeof socket>((resolve) => void socket.once('data', () => resolve(socket)))
  }
  const [cut, kept] = [await open(mine), await open(other)]
  expect([mine.counts().connections, other.counts().connections]).toEqual([1, 1])
  const closed = new Promise((resolve) => cut.once('close', resolve))
  mine.closeConnections()
  await closed
  expect(kept.destroyed).toBe(false)
  kept.destroy()
})

/** A `Basic` login with another password. */
function swap(basic: string, password: string): string {
  const [user] = Buffer.from(basic.slice(6), 'base64').toString().split(':')
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** An http proxy that answers every plain request with its name. */
function namingProxy(name: string): Promise<LocalServer> {
  const handler = createServer((_req, res) => res.end(name))
  return tcpServer((socket) => handler.emit('connection', socket))
}

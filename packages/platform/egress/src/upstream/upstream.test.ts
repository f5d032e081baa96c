import { createServer, type RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createEgress } from '../create-egress.ts'
import type { EgressOptions } from '../egress.ts'
import { AddressNotAllowed } from '../policy/address-not-allowed.ts'
import { httpServer, type LocalServer, sendRaw, tcpServer } from '../testing/local-servers.ts'

let site: LocalServer
const asked: string[] = []

beforeAll(async () => {
  site = await httpServer((req, res) => res.end(`site ${req.headers.host}`))
})

afterAll(async () => {
  await site[Symbol.asyncDispose]()
})

/** Sends one plain request (or opens a tunnel and sends it there) through a forward proxy with an upstream. */
async function fetchThrough(
  upstream: string,
  options: EgressOptions,
  host: string,
  tunnel: boolean,
): Promise<string> {
  const egress = createEgress({
    allow: `127.0.0.0/8,localhost:${site.port}`,
    resolve: async (name) => [{ address: name.startsWith('inner') ? '10.0.0.1' : '127.0.0.1', family: 4 }],
    connectTimeoutMs: 500,
    ...options,
  })
  try {
    const { server } = await egress.forwardProxy(upstream)
    const target = `${host}:${site.port}`
    const request = (line: string) => `GET ${line} HTTP/1.1\r\nHost: ${target}\r\nConnection: close\r\n\r\n`
    const bytes = tunnel ? `CONNECT ${target} HTTP/1.1\r\n\r\n${request('/')}` : request(`http://${target}/`)
    return await sendRaw(Number(new URL(server).port), bytes)
  } finally {
    await egress.close()
  }
}

describe.each([true, false])('through an http proxy (tunnel: %s)', (tunnel) => {
  test('credentials are sent to the proxy, and the answer comes back', async () => {
    await using upstream = await httpProxy('u:p@ss')
    const answer = await fetchThrough(`http://u:p%40ss@127.0.0.1:${upstream.port}`, {}, '127.0.0.1', tunnel)
    expect(answer).toContain(`site 127.0.0.1:${site.port}`)
    expect(asked.at(-1)).toBe(tunnel ? `127.0.0.1:${site.port}` : `http://127.0.0.1:${site.port}/`)
  })

  test('a proxy inside our network gets checked addresses, never names', async () => {
    await using upstream = await httpProxy('u:p')
    const url = `http://u:p@127.0.0.1:${upstream.port}`
    expect(await fetchThrough(url, {}, 'outer.example.com', tunnel)).toContain(
      `site outer.example.com:${site.port}`,
    )
    expect(asked.at(-1)).toBe(`127.0.0.1:${site.port}`)
    expect(await fetchThrough(url, {}, 'inner.example.com', tunnel)).toMatch(/ 403 .*not_allowed/s)
  })

  test('wrong credentials are told as such', async () => {
    await using upstream = await httpProxy('u:p')
    const answer = await fetchThrough(`http://u:x@127.0.0.1:${upstream.port}`, {}, '127.0.0.1', tunnel)
    expect(answer).toMatch(/^HTTP\/1\.1 407 .*x-egress-error: proxy_login/s)
  })

  test('a target that the guard refuses never reaches the proxy', async () => {
    await using upstream = await httpProxy('')
    const options = { allow: `127.0.0.1:${upstream.port}` }
    const answer = await fetchThrough(`http://127.0.0.1:${upstream.port}`, options, '127.0.0.1', tunnel)
    expect(answer).toMatch(/^HTTP\/1\.1 403 /)
    expect(upstream.connections()).toBe(0)
  })
})

describe('through a SOCKS5 proxy', () => {
  test.each(['', 'user:secret@'])('with the login "%s"', async (login) => {
    await using upstream = await socksProxy(login === '' ? undefined : 'user:secret')
    const answer = await fetchThrough(`socks5://${login}127.0.0.1:${upstream.port}`, {}, '127.0.0.1', true)
    expect(answer).toContain(`site 127.0.0.1:${site.port}`)
    expect(
      await fetchThrough(`socks5://${login}127.0.0.1:${upstream.port}`, {}, 'localhost', false),
    ).toContain('site')
  })

  test('wrong credentials are told as such', async () => {
    await using upstream = await socksProxy('user:secret')
    const answer = await fetchThrough(`socks5://user:no@127.0.0.1:${upstream.port}`, {}, '127.0.0.1', true)
    expect(answer).toMatch(/^HTTP\/1\.1 407 .*refuses its user name and password/s)
  })
})

describe('the upstream itself', () => {
  test.each([
    'http://127.0.0.1:3128',
    'socks5://127.1:1080',
    'http://metadata:80',
    'ftp://proxy.example.com',
  ])('%s is refused before anything starts', async (upstream) => {
    await expect(fetchThrough(upstream, { allow: '' }, '127.0.0.1', true)).rejects.toThrow(AddressNotAllowed)
  })

  test('a name that resolves to the inside is refused when it is used', async () => {
    const answer = await fetchThrough('socks5://inner.example.com:1080', {}, 'outer.example.com', true)
    expect(answer).toMatch(/^HTTP\/1\.1 403 .*not_allowed/s)
  })

  test('one that accepts and stays silent costs the deadline', async () => {
    await using silent = await tcpServer(() => {})
    const answer = await fetchThrough(`http://127.0.0.1:${silent.port}`, {}, '127.0.0.1', true)
    expect(answer).toMatch(/^HTTP\/1\.1 504 .*x-egress-error: timeout/s)
  })

  test('one that talks without end is cut off', async () => {
    await using chatty = await tcpServer((socket) => socket.write(Buffer.alloc(64_000, 'x')))
    const answer = await fetchThrough(`http://127.0.0.1:${chatty.port}`, {}, '127.0.0.1', true)
    expect(answer).toMatch(/^HTTP\/1\.1 502 /)
  })
})

/** A small http proxy that demands the login and notes what it was asked for. */
async function httpProxy(login: string): Promise<LocalServer> {
  const welcome = (given: string | undefined) =>
    login === '' || given === `Basic ${Buffer.from(login).toString('base64')}`
  const onRequest: RequestListener = async (req, res) => {
    asked.push(req.url!)
    if (!welcome(req.headers['proxy-authorization'])) return void res.writeHead(407).end()
    const answer = await fetch(req.url!)
    res.end(await answer.text())
  }
  const handler = createServer(onRequest)
  handler.on('connect', (req, socket) => {
    asked.push(req.url!)
    if (!welcome(req.headers['proxy-authorization'])) return void socket.end('HTTP/1.1 407 No\r\n\r\n')
    const [host, port] = req.url!.split(':')
    const target = connect(Number(port), host!, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(target).pipe(socket)
    })
    target.on('error', () => socket.destroy())
  })
  return tcpServer((socket) => handler.emit('connection', socket))
}

/** A small SOCKS5 proxy (RFC 1928, 1929) without pipelining: one message, one answer. */
function socksProxy(login: string | undefined): Promise<LocalServer> {
  return tcpServer((socket) => {
    const steps: ((bytes: Buffer) => void)[] = [
      () => socket.write(Buffer.from([5, login ? 2 : 0])),
      ...(login ? [checkLogin] : []),
      openTarget,
    ]
    socket.on('data', onData)

    function onData(bytes: Buffer): void {
      steps.shift()?.(bytes)
    }

    function checkLogin(bytes: Buffer): void {
      const user = bytes.subarray(2, 2 + bytes[1]!)
      const password = bytes.subarray(3 + bytes[1]!)
      socket.write(Buffer.from([1, `${user}:${password}` === login ? 0 : 1]))
    }

    function openTarget(bytes: Buffer): void {
      const host =
        bytes[3] === 1 ? [...bytes.subarray(4, 8)].join('.') : bytes.subarray(5, 5 + bytes[4]!).toString()
      socket.off('data', onData)
      const target: Socket = connect(bytes.readUInt16BE(bytes.length - 2), host, () => {
        socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
        socket.pipe(target).pipe(socket)
      })
    }
  })
}

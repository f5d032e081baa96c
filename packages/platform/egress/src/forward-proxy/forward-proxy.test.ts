import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { eventually } from '@gleaner/testkit'
import { root, where } from '@gleaner/testkit/where'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ProxyAgent, request } from 'undici'
import { createEgress } from '../create-egress.ts'
import type { Egress, ForwardProxy } from '../egress.ts'
import { HOSTILE } from '../fixtures/hostile-addresses.ts'
import { httpServer, type LocalServer, sendRaw, tcpServer } from '../testing/local-servers.ts'

let site: LocalServer
let canary: LocalServer
let egress: Egress
let proxy: ForwardProxy
let port: number
const seen: { method: string; url: string; headers: string[]; body: string }[] = []

beforeAll(async () => {
  canary = await httpServer((_req, res) => res.end('reached'))
  site = await httpServer(async (req, res) => {
    seen.push({ method: req.method!, url: req.url!, headers: req.rawHeaders, body: await text(req) })
    if (req.url === '/stall') return
    res.setHeader('x-egress-error', 'forged')
    res.setHeader('Set-Cookie', ['a=1', 'b=2'])
    res.end('site')
  })
  egress = createEgress({ allow: `127.0.0.1:${site.port}`, connectTimeoutMs: 2_000 })
  proxy = await egress.forwardProxy()
  port = Number(new URL(proxy.server).port)
})

afterAll(async () => {
  await egress.close()
  await site[Symbol.asyncDispose]()
  await canary[Symbol.asyncDispose]()
})

describe('what the forward proxy serves', () => {
  test.each([true, false])('requests to an opened place pass (through a tunnel: %s)', async (proxyTunnel) => {
    const dispatcher = new ProxyAgent({ uri: proxy.url, proxyTunnel })
    const answer = await request(`http://127.0.0.1:${site.port}/a?b=1`, {
      dispatcher,
      method: 'POST',
      body: 'sent',
    })
    expect([answer.statusCode, await answer.body.text()]).toEqual([200, 'site'])
    expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2'])
    expect(seen.at(-1)).toMatchObject({ method: 'POST', url: '/a?b=1', body: 'sent' })
    await dispatcher.destroy()
  })

  test('a plain request arrives with its headers in order, without those of the proxy and of the connection', async () => {
    const answer = await sendRaw(
      port,
      `GET http://127.0.0.1:${site.port}/x HTTP/1.1\r\nHost: forged.example\r\nB-Second: 2\r\na-First: 1\r\n` +
        'Proxy-Connection: keep-alive\r\nX-Hop: 1\r\nConnection: close, x-hop\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer).not.toContain('forged')
    const headers = seen.at(-1)!.headers.join('|')
    expect(headers).toContain(`host|127.0.0.1:${site.port}|`)
    expect(headers).toContain('|B-Second|2|a-First|1')
    expect(headers).not.toMatch(/proxy|x-hop|forged/i)
  })

  test('a client that goes away takes its request to the target with it', async () => {
    const before = seen.length
    const socket = connect({ port, host: '127.0.0.1' })
    socket.write(`GET http://127.0.0.1:${site.port}/stall HTTP/1.1\r\nHost: x\r\n\r\n`)
    await eventually(() => expect(seen.length).toBeGreaterThan(before))
    socket.destroy()
    const again = await sendRaw(
      port,
      `GET http://127.0.0.1:${site.port}/y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
    expect(again).toContain('site')
  })
})

describe('connections that are handed over', () => {
  const get = () => `GET http://127.0.0.1:${site.port}/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`

  test('are served without credentials, and no further than others', async () => {
    await using listener = await tcpServer((socket) => egress.serve(socket))
    expect(await sendRaw(listener.port, get())).toMatch(/^HTTP\/1\.1 200 .*site$/s)
    const toCanary = `CONNECT 127.0.0.1:${canary.port} HTTP/1.1\r\nHost: a\r\n\r\n`
    expect(await sendRaw(listener.port, toCanary)).toMatch(/^HTTP\/1\.1 403 /)
  })

  test('go through the upstream proxy that they are for', async () => {
    let asked = ''
    await using upstream = await tcpServer((socket) => {
      socket.once('data', (bytes) => {
        asked = bytes.toString('latin1')
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nfar')
      })
    })
    const own = createEgress({ allow: `127.0.0.1:${site.port},127.0.0.1:${upstream.port}` })
    await using listener = await tcpServer((socket) =>
      own.serve(socket, `http://ann:secret@127.0.0.1:${upstream.port}`),
    )
    expect(await sendRaw(listener.port, get())).toMatch(/far$/)
    expect(asked).toContain('proxy-authorization: Basic')
    await own.close()
  })

  test('are closed when their upstream is not allowed', async () => {
    await using listener = await tcpServer((socket) => egress.serve(socket, 'http://10.0.0.1:3128'))
    expect(await sendRaw(listener.port, get())).toBe('')
  })
})

describe('answers that break the rules of HTTP, as browsers read them all the same', () => {
  test.each([
    ['control characters in a header', 'HTTP/1.1 200 OK\r\nX-Bad: a\x01b\r\nContent-Length: 2\r\n\r\nok'],
    ['a header without colon', 'HTTP/1.1 200 OK\r\nBroken line\r\nContent-Length: 2\r\n\r\nok'],
    ['line feeds alone', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
    ['a length given twice', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok'],
  ])('%s: handed on as they are', async (_fault, bytes) => {
    let asked = 0
    await using odd = await tcpServer((socket) => {
      socket.once('data', () => {
        asked++
        socket.end(bytes, 'latin1')
      })
    })
    await using open = await openProxy(`127.0.0.1:${odd.port}`)
    const get = `GET http://127.0.0.1:${odd.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`
    expect(await sendRaw(open.port, get)).toBe(bytes)
    const post = `POST http://127.0.0.1:${odd.port}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx`
    expect(await sendRaw(open.port, post)).toMatch(/^HTTP\/1\.1 502 /)
    // Twice for the one that may be repeated, once for the one that must not.
    expect(asked).toBe(3)
  })
})

describe('what the forward proxy refuses', () => {
  const raw = HOSTILE.field.filter(([, field]) => field.startsWith('egress'))

  test.each(raw)('%s: %s %j (%s)', async (_verdict, _field, line) => {
    const request = line.endsWith('HTTP/1.1') ? line : `${line} HTTP/1.1`
    expect(await sendRaw(port, `${request}\r\nHost: a\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 403 /,
    )
  })

  test.each([
    'CONNECT 127.0.0.1:CANARY',
    'CONNECT [::ffff:127.0.0.1]:CANARY',
    'CONNECT 2130706433:CANARY',
    'CONNECT localhost:CANARY',
    'CONNECT user@127.0.0.1:CANARY',
    'CONNECT 127.0.0.1',
    'CONNECT http://127.0.0.1:CANARY/',
    'GET http://0x7f.1:CANARY/',
    'GET http://[::1]:CANARY/',
    'GET http://a@127.0.0.1:CANARY/',
    'GET https://127.0.0.1:CANARY/',
    'GET ftp://127.0.0.1:CANARY/',
    'OPTIONS *',
  ])('%s, and nothing is dialled', async (line) => {
    const answer = await sendRaw(
      port,
      `${line.replace('CANARY', String(canary.port))} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 403 .*x-egress-error: not_allowed/s)
    expect(canary.connections()).toBe(0)
  })

  test('every request of a kept connection is checked, not only its first', async () => {
    const answer = await sendRaw(
      port,
      `GET http://127.0.0.1:${site.port}/1 HTTP/1.1\r\nHost: a\r\n\r\n` +
        `GET http://127.0.0.1:${canary.port}/2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*HTTP\/1\.1 403 /s)
    expect(canary.connections()).toBe(0)
  })

  test('the forward proxy itself, even when the allow list opens loopback', async () => {
    await using wide = await openProxy('127.0.0.0/8')
    const answer = await sendRaw(
      wide.port,
      `GET ${wide.server}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toContain('belongs to the service itself')
  })

  test('heads without end and upgrades', async () => {
    const long = `GET http://127.0.0.1:${site.port}/ HTTP/1.1\r\nX: ${'x'.repeat(80_000)}\r\n\r\n`
    expect(await sendRaw(port, long).catch(() => '')).toBe('')
    const upgrade = `GET http://127.0.0.1:${site.port}/ HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
    expect(await sendRaw(port, upgrade)).toBe('')
  })

  test('wrong credentials, also from a process of the same user', async () => {
    const login = Buffer.from('egress:guess').toString('base64')
    const head = `Proxy-Authorization: Basic ${login}\r\nConnection: close\r\n\r\n`
    expect(await sendRaw(port, `CONNECT 127.0.0.1:${site.port} HTTP/1.1\r\n${head}`)).toMatch(
      /^HTTP\/1\.1 407 /,
    )
  })

  where(root).test('another user of the machine without the credentials', async () => {
    expect(await connectAs(65534, port)).toMatch(/^HTTP\/1\.1 407 /)
  })

  where(root).test('everybody but the user that it was asked for', async () => {
    const { server } = await egress.forwardProxy('', 65534)
    const theirs = Number(new URL(server).port)
    expect(await connectAs(65534, theirs)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await connectAs(65533, theirs)).toMatch(/^HTTP\/1\.1 407 /)
    expect(await connectAs(0, theirs)).toMatch(/^HTTP\/1\.1 407 /)
  })

  /** What a process of this user is answered that asks for the site without credentials. */
  async function connectAs(uid: number, to: number): Promise<string> {
    const dialogue = `const s = require('net').connect(${to}, '127.0.0.1'); s.once('data', (data) => { console.log(String(data)); s.destroy() });
      s.write('CONNECT 127.0.0.1:${site.port} HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n')`
    return text(spawn(process.execPath, ['-e', dialogue], { uid, gid: uid, cwd: '/', env: {} }).stdout)
  }
})

test('a request after an answer that breaks the rules closes its connection, and nothing else', async () => {
  const head = (path: string) => (path === '/broken' ? 'X: a\x01b\r\n' : '')
  await using target = await tcpServer((socket) => {
    socket.on('data', (bytes) => {
      const path = bytes.toString().split(' ')[1] ?? ''
      socket.write(`HTTP/1.1 200 OK\r\n${head(path)}Content-Length: 2\r\n\r\nhi`)
    })
  })
  await using open = await openProxy(`127.0.0.1:${target.port}`)
  const get = (path: string) => `GET http://127.0.0.1:${target.port}${path} HTTP/1.1\r\nHost: a\r\n\r\n`
  const client = connect({ port: open.port, host: '127.0.0.1' })
  client.write(get('/broken'))
  client.once('data', () => client.write(get('/fine')))
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 OK\r\nX: a\x01b\r\n.*hi$/s)
  expect(await sendRaw(open.port, get('/fine').replace('Host', 'Connection: close\r\nHost'))).toContain('hi')
})

describe('tunnels', () => {
  test('bytes flow both ways, and what was sent along with CONNECT is not lost', async () => {
    await using echo = await tcpServer((socket) => socket.pipe(socket))
    await using open = await openProxy(`127.0.0.1:${echo.port}`)
    const socket = connect({ port: open.port, host: '127.0.0.1' })
    socket.write(`CONNECT 127.0.0.1:${echo.port} HTTP/1.1\r\nHost: a\r\n\r\nearly `)
    socket.once('data', () => socket.end('and late'))
    expect(await text(socket)).toBe('HTTP/1.1 200 Connection Established\r\n\r\nearly and late')
  })

  test('a target that nobody listens at is told as a failed connection', async () => {
    const closed = await tcpServer(() => {})
    await closed[Symbol.asyncDispose]()
    await using open = await openProxy(`127.0.0.1:${closed.port}`)
    const answer = await sendRaw(open.port, `CONNECT 127.0.0.1:${closed.port} HTTP/1.1\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 502 .*x-egress-error: connect/s)
  })

  test('a slow reader gets everything, although the target has long closed', async () => {
    const size = 8_000_000
    await using target = await tcpServer((socket) => socket.end(Buffer.alloc(size)))
    await using open = await openProxy(`127.0.0.1:${target.port}`)
    const socket = connect({ port: open.port, host: '127.0.0.1' })
    socket.write(`CONNECT 127.0.0.1:${target.port} HTTP/1.1\r\nHost: a\r\n\r\n`)
    // Nothing tells a client what waits for it: by then the target has closed, or waits for room.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const received = await buffer(socket)
    expect(received.length - received.indexOf('\r\n\r\n') - 4).toBe(size)
  })

  test.each(['target', 'client'] as const)(
    'a reset by the %s arrives as one at the other end',
    async (end) => {
      const { promise: reached, resolve } = Promise.withResolvers<Socket>()
      await using target = await tcpServer((socket) => {
        socket.write('half a body')
        resolve(socket)
      })
      await using open = await openProxy(`127.0.0.1:${target.port}`)
      const client = connect({ port: open.port, host: '127.0.0.1' })
      client.write(`CONNECT 127.0.0.1:${target.port} HTTP/1.1\r\nHost: a\r\n\r\n`)
      let received = ''
      for await (const bytes of client.iterator({ destroyOnReturn: false })) {
        received += bytes
        if (received.endsWith('half a body')) break
      }
      const ends = { target: await reached, client }
      const other = ends[end === 'target' ? 'client' : 'target']
      const broken = once(other.resume(), 'end').then(
        () => 'an end',
        (error: NodeJS.ErrnoException) => error.code,
      )
      ends[end].resetAndDestroy()
      expect(await broken).toBe('ECONNRESET')
    },
  )

  test('close ends them', async () => {
    await using silent = await tcpServer(() => {})
    await using open = await openProxy(`127.0.0.1:${silent.port}`)
    const tunnel = sendRaw(open.port, `CONNECT 127.0.0.1:${silent.port} HTTP/1.1\r\n\r\n`)
    await eventually(() => expect(silent.connections()).toBe(1))
    await open[Symbol.asyncDispose]()
    expect(await tunnel).toContain('200 Connection Established')
  })
})

/** A forward proxy of its own for one test, through which the given places can be reached. */
async function openProxy(allow: string): Promise<AsyncDisposable & { port: number; server: string }> {
  const own = createEgress({ allow, connectTimeoutMs: 2_000 })
  const { server } = await own.forwardProxy()
  return { port: Number(new URL(server).port), server, [Symbol.asyncDispose]: () => own.close() }
}

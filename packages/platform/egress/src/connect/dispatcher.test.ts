import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { type Dispatcher, request } from 'undici'
import { createEgress } from '../create-egress.ts'
import type { EgressOptions } from '../egress.ts'
import { AddressNotAllowed } from '../policy/address-not-allowed.ts'
import { httpServer, sameHttpServers, tcpServer } from '../testing/local-servers.ts'

/** An egress whose names resolve by the given table, and that closes with the test. */
function testEgress(options: EgressOptions & { names?: Record<string, string[]> }) {
  const answers = (host: string): LookupAddress[] =>
    (options.names?.[host] ?? []).map((address) => ({ address, family: isIP(address) }))
  const egress = createEgress({ resolve: async (host) => answers(host), connectTimeoutMs: 2_000, ...options })
  return Object.assign(egress, { [Symbol.asyncDispose]: () => egress.close() })
}

async function get(url: string, dispatcher: Dispatcher): Promise<string> {
  const answer = await request(url, { dispatcher })
  return answer.body.text()
}

describe('dispatcher', () => {
  test('opens the places of the allow list, by address and by name, and keeps connections alive', async () => {
    await using site = await httpServer((req, res) => res.end(`seen ${req.headers.host}`))
    const allow = `127.0.0.1:${site.port},localhost:${site.port}`
    await using egress = testEgress({ allow, names: { localhost: ['127.0.0.1'] } })
    const dispatcher = egress.dispatcher()
    for (let i = 0; i < 5; i++) {
      expect(await get(`http://127.0.0.1:${site.port}/`, dispatcher)).toBe(`seen 127.0.0.1:${site.port}`)
    }
    // undici opens a second one when asked again in the same turn that a body ends.
    expect(site.connections()).toBeLessThanOrEqual(2)
    expect(await get(`http://localhost:${site.port}/`, dispatcher)).toBe(`seen localhost:${site.port}`)
  })

  test.each(['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost', 'inner.example.com'])(
    'never connects to a place that is not listed, given as %s',
    async (host) => {
      await using canary = await httpServer((_req, res) => res.end('reached'))
      await using egress = testEgress({
        names: { localhost: ['127.0.0.1'], 'inner.example.com': ['127.0.0.1'] },
      })
      const url = `http://${host}:${canary.port}/`
      await expect(get(url, egress.dispatcher())).rejects.toThrow(AddressNotAllowed)
      expect(canary.connections()).toBe(0)
    },
  )

  test('refuses a name when one of its addresses is forbidden, and dials none of them', async () => {
    const servers = await sameHttpServers(
      { host: '127.0.0.2', onRequest: (_req, res) => res.end('public') },
      { host: '127.0.0.1', onRequest: (_req, res) => res.end('reached') },
    )
    await using site = servers[0]
    await using canary = servers[1]
    await using egress = testEgress({
      allow: '127.0.0.2/32',
      names: { 'mixed.example.com': ['127.0.0.2', '127.0.0.1'] },
    })
    await expect(get(`http://mixed.example.com:${site.port}/`, egress.dispatcher())).rejects.toThrow(
      AddressNotAllowed,
    )
    expect([site.connections(), canary.connections()]).toEqual([0, 0])
  })

  test('a name that turns to another address between check and connection is dialled at the checked one', async () => {
    const servers = await sameHttpServers(
      { host: '127.0.0.2', onRequest: (_req, res) => res.end('public') },
      { host: '127.0.0.1', onRequest: (_req, res) => res.end('reached') },
    )
    await using site = servers[0]
    await using canary = servers[1]
    let asked = 0
    await using egress = testEgress({
      allow: '127.0.0.2/32',
      resolve: async () => [{ address: asked++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }],
    })
    const url = `http://rebind.example.com:${site.port}/`
    expect(egress.checkUrl(url).hostname).toBe('rebind.example.com')
    expect(await get(url, egress.dispatcher())).toBe('public')
    expect(canary.connections()).toBe(0)
  })

  test('goes on to the next address when the first one refuses', async () => {
    await using site = await httpServer((_req, res) => res.end('second'), '127.0.0.3')
    await using egress = testEgress({
      allow: '127.0.0.0/8,::1/128',
      names: { 'two.example.com': ['::1', '127.0.0.4', '127.0.0.3'] },
    })
    expect(await get(`http://two.example.com:${site.port}/`, egress.dispatcher())).toBe('second')
  })

  test('names the host, and not the dialled address, in the TLS handshake', async () => {
    const hello = Promise.withResolvers<string>()
    await using server = await tcpServer((socket) => {
      socket.once('data', (bytes) => {
        hello.resolve(bytes.toString('latin1'))
        socket.destroy()
      })
    })
    await using egress = testEgress({ allow: '127.0.0.1/32', names: { 'tls.example.com': ['127.0.0.1'] } })
    await get(`https://tls.example.com:${server.port}/`, egress.dispatcher()).catch(() => {})
    expect(await hello.promise).toContain('tls.example.com')
  })

  test('a peer that accepts and then says nothing costs the time-out of the handshake', async () => {
    await using silent = await tcpServer(() => {})
    await using egress = testEgress({ allow: '127.0.0.1/32', connectTimeoutMs: 100 })
    const started = performance.now()
    await expect(get(`https://127.0.0.1:${silent.port}/`, egress.dispatcher())).rejects.toThrow(
      'Connect Timeout',
    )
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  test('a redirect that an HTTP client follows by itself is checked too', async () => {
    await using canary = await httpServer((_req, res) => res.end('reached'))
    await using site = await httpServer((_req, res) => {
      res.writeHead(302, { location: `http://127.0.0.1:${canary.port}/` }).end()
    })
    await using egress = testEgress({ allow: `127.0.0.1:${site.port}` })
    const { fetch } = await import('undici')
    const following = fetch(`http://127.0.0.1:${site.port}/`, { dispatcher: egress.dispatcher() })
    await expect(following).rejects.toMatchObject({ cause: expect.any(AddressNotAllowed) })
    expect(canary.connections()).toBe(0)
  })
})

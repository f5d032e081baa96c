import { connect } from 'node:net'
import { serveTls } from '@gleaner/testkit/serve-tls'
import { expect, test } from '@jest/globals'
import { createEgress } from '../create-egress.ts'
import { tcpServer } from '../testing/local-servers.ts'

/** A request, and a tunnel, through a proxy over TLS at this port. */
async function through(upstream: string) {
  const egress = createEgress({ allow: '127.0.0.0/8', connectTimeoutMs: 2_000 })
  const { url, counts } = await egress.proxyLogin(upstream)
  const { ProxyAgent, request } = await import('undici')
  const agent = new ProxyAgent({ uri: url, proxyTunnel: false })
  try {
    const answer = await request('http://127.0.0.1:9999/a?b', { dispatcher: agent })
    return { status: answer.statusCode, body: await answer.body.text(), refused: counts().refusedStatus }
  } finally {
    await agent.destroy()
    await egress.close()
  }
}

test('a proxy over TLS is asked, with its login, once its certificate was checked', async () => {
  const asked: unknown[] = []
  const proxy = await serveTls((req, res) => {
    asked.push([req.url, req.headers['proxy-authorization']])
    res.end('far')
  })
  const upstream = proxy.url.replace('https://', 'https://ann:b%25@')
  expect(await through(upstream)).toMatchObject({ status: 200, body: 'far', refused: undefined })
  const login = `Basic ${Buffer.from('ann:b%').toString('base64')}`
  expect(asked).toEqual([['http://127.0.0.1:9999/a?b', login]])
  await proxy.close()
})

test('a login whose percent sign stands for itself is sent as it is', async () => {
  let login: string | undefined
  const proxy = await serveTls((req, res) => {
    login = req.headers['proxy-authorization']
    res.end()
  })
  await through(proxy.url.replace('https://', 'https://ann:100%@'))
  expect(login).toBe(`Basic ${Buffer.from('ann:100%').toString('base64')}`)
  await proxy.close()
})

test('no request goes to a proxy whose certificate is for another address', async () => {
  let asked = 0
  const proxy = await serveTls((_req, res) => {
    asked++
    res.end()
  })
  const port = Number(new URL(proxy.url).port)
  await using elsewhere = await tcpServer((socket) => {
    const inner = connect(port, '127.0.0.1').on('error', () => socket.destroy())
    socket.pipe(inner).pipe(socket)
  }, '127.0.0.2')
  expect(await through(`https://127.0.0.2:${elsewhere.port}`)).toMatchObject({ status: 502, refused: 502 })
  expect([asked, elsewhere.connections()]).toEqual([0, 1])
  await proxy.close()
})

test('a proxy over TLS is told by which name it is asked', async () => {
  const hello = Promise.withResolvers<string>()
  await using proxy = await tcpServer((socket) => {
    socket.once('data', (bytes) => {
      hello.resolve(bytes.toString('latin1'))
      socket.destroy()
    })
  })
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const egress = createEgress({ allow: '127.0.0.0/8', resolve })
  const upstream = `https://proxy.example.com:${proxy.port}`
  await expect(egress.connect('93.184.216.34', 443, { upstream })).rejects.toThrow()
  expect(await hello.promise).toContain('proxy.example.com')
  await egress.close()
})

test.each([
  ['closes', ''],
  ['does not speak TLS', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
])('a proxy that %s instead of a handshake has failed', async (_what, answer) => {
  await using proxy = await tcpServer((socket) => void socket.once('data', () => socket.end(answer)))
  expect(await through(`https://127.0.0.1:${proxy.port}`)).toMatchObject({
    status: 502,
    body: expect.stringContaining('The connection to the target failed'),
    refused: 502,
  })
})

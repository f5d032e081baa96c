import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { listen, silentLogger } from '@gleaner/runtime'
import { afterEach, describe, expect, test } from '@jest/globals'
import type { Config } from './config.ts'
import { forwardUpgrades } from './forward-upgrades.ts'

const servers: Server[] = []
const HOST = '127.0.0.1'
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(server: Server): Promise<string> {
  servers.push(server)
  await listen(server, { host: HOST, port: 0, variable: 'PORT' })
  return `http://${HOST}:${(server.address() as AddressInfo).port}`
}

async function gateway(realtimeUrl?: string): Promise<string> {
  const server = createServer()
  const config = { REALTIME_URL: realtimeUrl, TRUST_PROXY: 0 } as Config
  forwardUpgrades(server, { config, logger: silentLogger(), forwarded: new Set() })
  return await serve(server)
}

/** Asks for a WebSocket; tells the status, and the body or the first words of the other side. */
async function ask(url: string): Promise<{ status: number | undefined; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; text: string }>()
  const call = request(url, { headers: { connection: 'Upgrade', upgrade: 'websocket' } })
  call.on('error', reject)
  call.on('response', async (reply) => {
    resolve({ status: reply.statusCode, text: Buffer.concat(await reply.toArray()).toString() })
  })
  call.on('upgrade', (reply, socket, head) => {
    socket.on('error', () => {})
    const tell = (data: Buffer) => {
      resolve({ status: reply.statusCode, text: data.toString() })
      socket.destroy()
    }
    if (head.length > 0) tell(head)
    else socket.once('data', tell)
  })
  call.end()
  return await promise
}

describe('an upgrade', () => {
  test.each(['/api/v1', '/api/v1/ws/jobs?api_key=sk_live_x'])(
    'of %s is refused in words while no realtime service is set',
    async (path) => {
      const { status, text } = await ask((await gateway()) + path)
      expect(status).toBe(501)
      expect(JSON.parse(text)).toMatchObject({
        error: 'NOT_IMPLEMENTED',
        message: expect.stringContaining('GET /api/v1/jobs/{job_id}'),
        request_id: expect.stringMatching(/^req_/),
      })
      expect(text).not.toContain('sk_live_x')
    },
  )

  test('of any other path is 404', async () => {
    const { status, text } = await ask(`${await gateway()}/api/v11`)
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ error: 'NOT_FOUND' })
  })

  test('is passed on to the realtime service', async () => {
    const realtime = createServer().on('upgrade', ({ url }, socket) => {
      socket.end(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nyou asked for ${url}`,
      )
    })
    const url = `${await gateway(await serve(realtime))}/api/v1/ws/jobs?api_key=1`
    expect(await ask(url)).toEqual({ status: 101, text: 'you asked for /api/v1/ws/jobs?api_key=1' })
  })

  /** Sends the lines as they are, and tells the first line of the answer. */
  async function sendRaw(gatewayUrl: string, lines: string[], body = ''): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const { hostname, port } = new URL(gatewayUrl)
    const socket = connect(Number(port), hostname)
    socket.on('error', reject)
    socket.on('close', () => resolve(''))
    socket.once('data', (data) => {
      resolve(data.toString().split('\r\n', 1)[0]!)
      socket.destroy()
    })
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
    return await promise
  }

  /** A realtime service that notes whatever reaches it, and answers anything. */
  async function recorder() {
    const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
    const note = ({ url, headers }: IncomingMessage) => seen.push({ url, headers })
    const server = createServer((request, response) => {
      note(request)
      response.end('secret metrics')
    }).on('upgrade', (request, socket) => {
      note(request)
      socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhi')
    })
    return { url: await serve(server), seen }
  }

  const WEBSOCKET = ['Host: a', 'Connection: Upgrade', 'Upgrade: websocket']

  test.each([
    '/api/v1/ws/../../../metrics',
    '/api/v1/ws/jobs/../../../../metrics',
    '/api/v1/ws/%2e%2e/%2e%2e/%2e%2e/metrics',
    '/api/v1/ws/%2E%2E%2f..%5Cmetrics',
    '/api/v1/ws/..\\..\\..\\metrics',
    '/api/v1/ws/jobs/..;/metrics',
    '/api/v1/ws//jobs',
    '/api/v1/ws/jobs;a=b',
    '/api/v1/ws/jobs%3f',
    '/api/v1/ws/jobs#/metrics',
    '/api/v1/ws/other',
    '/api/v1/ws/',
    '/API/v1/ws/jobs',
    '//api/v1/ws/jobs',
    'http://127.0.0.1/api/v1/ws/jobs',
    'http://127.0.0.1/metrics',
    '/metrics',
    '*',
  ])('of %s reaches nothing behind the gateway', async (path) => {
    const realtime = await recorder()
    const line = await sendRaw(await gateway(realtime.url), [`GET ${path} HTTP/1.1`, ...WEBSOCKET])
    expect(line).not.toMatch(/ (101|200) /)
    expect(realtime.seen).toEqual([])
  })

  test.each([
    ['another method', ['POST /api/v1/ws/jobs HTTP/1.1', ...WEBSOCKET], ''],
    ['an older protocol', ['GET /api/v1/ws/jobs HTTP/1.0', ...WEBSOCKET], ''],
    [
      'another upgrade',
      ['GET /api/v1/ws/jobs HTTP/1.1', 'Host: a', 'Connection: Upgrade', 'Upgrade: h2c'],
      '',
    ],
    ['a body', ['GET /api/v1/ws/jobs HTTP/1.1', ...WEBSOCKET, 'Content-Length: 5'], 'hello'],
    [
      'a body in chunks',
      ['GET /api/v1/ws/jobs HTTP/1.1', ...WEBSOCKET, 'Transfer-Encoding: chunked'],
      '0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: a\r\n\r\n',
    ],
  ])('with %s reaches nothing behind the gateway', async (_, lines, body) => {
    const realtime = await recorder()
    const line = await sendRaw(await gateway(realtime.url), lines, body)
    expect(line).not.toMatch(/ (101|200) /)
    expect(realtime.seen).toEqual([])
  })

  test('carries on its own headers only', async () => {
    const realtime = await recorder()
    await sendRaw(await gateway(realtime.url), [
      'GET /api/v1/ws/jobs?api_key=1&path=/a?b HTTP/1.1',
      ...WEBSOCKET,
      'Sec-WebSocket-Key: k',
      'X-API-Key: sk',
      'X-Organization-Id: an organization',
      'X-Forwarded-For: 10.0.0.1',
      'X-Forwarded-Host: evil.test',
      'Forwarded: for=10.0.0.1',
      'X-Real-IP: 10.0.0.1',
      'Cookie: a=b',
      'Proxy-Authorization: Basic x',
    ])
    expect(realtime.seen).toEqual([
      {
        url: '/api/v1/ws/jobs?api_key=1&path=/a?b',
        headers: {
          host: new URL(realtime.url).host,
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-key': 'k',
          'x-api-key': 'sk',
          'x-organization-id': 'an organization',
          'x-forwarded-for': '127.0.0.1',
        },
      },
    ])
  })

  test('that is refused there is refused here, and the connection ends', async () => {
    const realtime = await serve(
      createServer().on('upgrade', (_, socket) => {
        socket.end(
          'HTTP/1.1 403 Forbidden\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n2\r\nno\r\n0\r\n\r\n',
        )
      }),
    )
    expect(await ask(`${await gateway(realtime)}/api/v1/ws/jobs`)).toEqual({ status: 403, text: 'no' })
  })

  test('is 503 while the realtime service is away', async () => {
    const { status, text } = await ask(`${await gateway(`http://${HOST}:1`)}/api/v1/ws/jobs`)
    expect(status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({ error: 'SERVICE_UNAVAILABLE' })
  })
})

import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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
  const config = { REALTIME_URL: realtimeUrl } as Config
  forwardUpgrades(server, { config, logger: silentLogger() })
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

  test('is 503 while the realtime service is away', async () => {
    const { status, text } = await ask(`${await gateway(`http://${HOST}:1`)}/api/v1/ws/jobs`)
    expect(status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({ error: 'SERVICE_UNAVAILABLE' })
  })
})

import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import express, { type Response } from 'express'
import { compressReply } from './compress-reply.ts'
import { chooseEncoding } from './encodings.ts'

const DECODE = { gzip: promisify(gunzip), br: promisify(brotliDecompress), zstd: promisify(zstdDecompress) }
const LARGE = JSON.stringify({ text: 'a lamp of brass, ö '.repeat(20_000) })

/** How replies are sent in this service. */
const WAYS: Record<string, (response: Response) => void | Promise<void>> = {
  '/json': (response) => void response.json(JSON.parse(LARGE)),
  '/text': (response) => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    response.setHeader('Content-Length', Buffer.byteLength(LARGE))
    response.end(Buffer.from(LARGE))
  },
  '/pieces': async (response) => {
    response.type('application/x-ndjson')
    const bytes = Buffer.from(LARGE)
    for (let at = 0; at < bytes.length; at += 20_000)
      if (!response.write(bytes.subarray(at, at + 20_000))) await once(response, 'drain')
    response.end()
  },
  '/at-once': (response) => {
    response.type('text/markdown')
    // All before the first one is compressed.
    for (let at = 0; at < 3; at++) response.write('a lamp of brass\n'.repeat(200))
    response.end()
  },
  '/small': (response) => void response.json({ text: 'small' }),
  '/empty': (response) => void response.status(204).end(),
  '/picture': (response) => void response.type('image/png').send(Buffer.alloc(50_000)),
  '/events': (response) => {
    response.type('text/event-stream').write(`data: ${LARGE}\n\n`)
    response.end()
  },
}

let server: ReturnType<typeof createServer>
let port: number
beforeAll(async () => {
  const app = express()
  app.disable('etag')
  for (const [path, send] of Object.entries(WAYS))
    app.get(path, async (request, response) => {
      compressReply(request, response)
      await send(response)
    })
  server = createServer(app)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** As it comes over the wire. */
async function get(path: string, accepted: string | undefined, method = 'GET') {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  const sent = httpRequest({ port, path, method, headers }).end()
  const [reply] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of reply) chunks.push(chunk)
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(chunks) }
}

test('what comes piece by piece is one frame of zstd: some clients read no more', async () => {
  for (const path of ['/at-once', '/pieces']) {
    const { body } = await get(path, 'zstd')
    expect(body.toString('hex').split('28b52ffd')).toHaveLength(2)
  }
})

describe.each(['/json', '/text', '/pieces'])('a large reply sent as %s', (path) => {
  test.each(Object.keys(DECODE) as (keyof typeof DECODE)[])(
    'comes as %s where it is accepted',
    async (encoding) => {
      const { headers, body } = await get(path, encoding)
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
      expect(headers['content-length']).toBe(path === '/pieces' ? undefined : String(body.length))
      expect(body.length).toBeLessThan(LARGE.length / 10)
      expect((await DECODE[encoding](body)).toString()).toBe(LARGE)
    },
  )

  test.each([undefined, 'identity', 'gzip;q=0', 'deflate'])('is left as it is for %s', async (accepted) => {
    const { headers, body } = await get(path, accepted)
    expect([headers['content-encoding'], body.toString()]).toEqual([undefined, LARGE])
  })

  test('has no body for HEAD', async () => {
    expect((await get(path, 'gzip', 'HEAD')).body).toHaveLength(0)
  })
})

test.each(['/small', '/empty', '/picture', '/events'])('%s is left alone', async (path) => {
  const { headers } = await get(path, 'gzip, br, zstd')
  expect(headers['content-encoding']).toBeUndefined()
})

test('a caller who leaves half-way, or reads slowly, keeps nothing', async () => {
  const sent = httpRequest({ port, path: '/pieces', headers: { 'accept-encoding': 'gzip' } }).end()
  const [reply] = await once(sent, 'response')
  reply.destroy()
  expect((await get('/pieces', 'gzip')).status).toBe(200)
})

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['*', 'zstd'],
  ['*;q=0, gzip', 'gzip'],
  ['GZIP ; q=0.1', 'gzip'],
  ['gzip;q=0.2, identity;q=0.9', undefined],
  ['gzip;q=x', undefined],
  ['', undefined],
])('Accept-Encoding "%s" chooses %s', (accepted, chosen) => {
  expect(chooseEncoding(accepted)).toBe(chosen)
})

import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { HEADERS } from '@gleaner/contracts'
import { assignRequestId, handleErrors } from '@gleaner/http-api'
import { closeServer, listen } from '@gleaner/runtime'
import { createLogger } from '@gleaner/runtime/logger'
import { eventually } from '@gleaner/testkit'
import { afterEach, expect, test } from '@jest/globals'
import express, { type Response as ExpressResponse } from 'express'
import type { Config } from './config.ts'
import { forwardStreams } from './forward-streams.ts'

const HOST = '127.0.0.1'
const PATH = '/batch/batch_1/stream'

const servers: Server[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => closeServer(server, 0))))

async function serve(server: Server): Promise<string> {
  servers.push(server)
  return `http://${HOST}:${await listen(server, { host: HOST, port: 0, variable: 'PORT' })}`
}

async function gateway(realtimeUrl?: string) {
  const logs: string[] = []
  const logger = createLogger(
    { service: 'gateway', level: 'debug' },
    { write: (line) => void logs.push(line) },
  )
  const forwarded = new Set<ExpressResponse>()
  const app = express().use(assignRequestId)
  forwardStreams(app, { config: { REALTIME_URL: realtimeUrl } as Config, logger, forwarded })
  app.use(handleErrors({ logger }))
  return { url: await serve(createServer(app)), logs, forwarded }
}

/** What answers in place of the realtime service: the test says what, and sees what it was asked. */
async function upstream() {
  const asked: { request: IncomingMessage; response: ServerResponse }[] = []
  const url = await serve(createServer((request, response) => void asked.push({ request, response })))
  const next = () =>
    eventually(() => {
      const one = asked.shift()
      if (!one) throw new Error('nobody has asked')
      return one
    })
  return { url, asked, next }
}

/** The texts of a stream as they come. */
async function read(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  return async () => (await reader.read()).value
}

test('a stream is passed on event by event, with what it was asked with, and no more', async () => {
  const realtime = await upstream()
  const { url, logs } = await gateway(realtime.url)
  const asking = fetch(`${url}${PATH}?api_key=sk_live_x&last_event_id=3`, {
    headers: {
      'X-API-Key': 'k',
      Authorization: 'Bearer t',
      'Last-Event-ID': '7',
      'X-Forwarded-For': '1.2.3.4',
      Forwarded: 'for=1.2.3.4',
      Cookie: 'a=b',
    },
  })
  const { request, response } = await realtime.next()
  expect(request.url).toBe(`/api/v1${PATH}?api_key=sk_live_x&last_event_id=3`)
  expect(request.headers).toMatchObject({ 'x-api-key': 'k', authorization: 'Bearer t', 'last-event-id': '7' })
  expect(request.headers['x-forwarded-for']).toBe(HOST)
  for (const name of ['cookie', 'forwarded']) expect(request.headers[name]).toBeUndefined()
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
  response.flushHeaders()
  const reply = await asking
  expect([reply.status, reply.headers.get('x-accel-buffering')]).toEqual([200, 'no'])
  expect(reply.headers.get(HEADERS.requestId)).toBe(request.headers['x-request-id'])
  const next = await read(reply)
  for (const event of ['id: 1\n\n', ':\n\n', 'id: 2\n\n']) {
    response.write(event)
    expect(await next()).toBe(event)
  }
  response.end()
  expect(await next()).toBeUndefined()
  expect(logs.join('')).not.toContain('sk_live_x')
})

test('whichever side ends, the other one ends too', async () => {
  const realtime = await upstream()
  const { url, forwarded } = await gateway(realtime.url)
  const follow = async (init?: RequestInit) => {
    const asking = fetch(url + PATH, init)
    const { response } = await realtime.next()
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n\n')
    return { reply: await asking, response }
  }
  const leaving = new AbortController()
  const [left, died, stopped] = [await follow({ signal: leaving.signal }), await follow(), await follow()]
  const closed = once(left.response, 'close')
  leaving.abort()
  await closed
  died.response.destroy()
  await expect(died.reply.text()).rejects.toThrow()
  for (const response of forwarded) response.end()
  expect(await stopped.reply.text()).toBe(':\n\n')
  await eventually(() => expect(forwarded.size).toBe(0))
})

test.each([
  ['is not set', undefined],
  ['is away', 'http://127.0.0.1:1'],
])('it is 503 where the realtime service %s', async (_, realtimeUrl) => {
  const { url, logs } = await gateway(realtimeUrl)
  const reply = await fetch(`${url}${PATH}?api_key=sk_live_x`)
  expect([reply.status, (await reply.json()).error]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(logs.join('')).toContain('the realtime service is not reachable')
  expect(logs.join('')).not.toContain('sk_live_x')
})

test.each(['..%2f..%2f..%2fmetrics', '..', '%2e%2e', '..%5C..', 'a%3Fb', 'a%23b', ';', '%00', '%C3%A9'])(
  'nothing in the path leads elsewhere: %s',
  async (id) => {
    const realtime = await upstream()
    const { url } = await gateway(realtime.url)
    const asking = once(get(url, { path: `/batch/${id}/stream` }), 'response')
    const { request, response } = await realtime.next()
    expect(request.url).toMatch(/^\/api\/v1\/batch\/[^/?#]+\/stream$/)
    response.writeHead(404).end('{}')
    expect((await asking)[0].statusCode).toBe(404)
  },
)

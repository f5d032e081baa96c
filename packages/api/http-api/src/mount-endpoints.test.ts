import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { actingFor } from '@gleaner/accounts'
import { type Auth, type Endpoint, endpoint } from '@gleaner/contracts'
import { connectRedis, whenReady } from '@gleaner/queue'
import { createRateLimits, type RateLimits } from '@gleaner/rate-limits'
import { createMetrics, silentLogger, withTimeout } from '@gleaner/runtime'
import { createTestRedis, type TestRedis } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import express from 'express'
import { z } from 'zod'
import type { Authenticator } from './authenticate.ts'
import type { ApiContext } from './context.ts'
import type { EndpointHandler, Handlers } from './handler.ts'
import { handleErrors } from './middleware/error-handler.ts'
import { measureRequests } from './middleware/request-metrics.ts'
import { mountEndpoints } from './mount-endpoints.ts'

const ACCOUNT = {
  kind: 'personal' as const,
  enterprise: false,
  blocked: false,
  balanceMicros: 0n,
  requestsPerMinute: null,
  concurrentRequests: null,
}

/** Takes any credential of a kind, and says whose it is. */
const verifies = (kind: string): Authenticator => ({
  wasGood: () => false,
  verify: async (text) => ({
    kind: 'user',
    sessionId: 'session',
    expiresAt: new Date(),
    isOperator: text === 'operator',
    userId: '',
    apiKeyId: null,
    test: false,
    ...actingFor({ ...ACCOUNT, accountId: `${kind}: ${text}` }),
  }),
})
const AUTHENTICATORS = { key: verifies('key'), token: verifies('token') }

let server: TestRedis
let redis: ReturnType<typeof connectRedis>
let limits: RateLimits
beforeAll(async () => {
  server = await createTestRedis()
  redis = connectRedis(server.url, 'request', () => {})
  await whenReady(redis, 5_000)
  limits = createRateLimits(redis, { onChange: () => {} })
})
afterAll(async () => {
  limits.close()
  redis.disconnect()
  await server.close()
})

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve<Declared extends Record<string, Endpoint>>(
  endpoints: Declared,
  handlers: Handlers<ApiContext, Declared>,
) {
  const metrics = createMetrics({ service: 'test' })
  const publicUrl = 'https://api.example.com'
  const ctx = { publicUrl, authenticators: AUTHENTICATORS, limits, metrics, logger: silentLogger() }
  const app = express()
  app.use(measureRequests(ctx))
  mountEndpoints(app, ctx, endpoints, handlers)
  app.use(handleErrors(ctx))
  const server = createServer(app)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, metrics }
}

const reading = (path: string, auth: Auth) =>
  endpoint({ method: 'GET', path, summary: '', auth, responses: { 200: z.unknown() }, errors: [] })
const tellCaller: EndpointHandler<ApiContext, Endpoint> = async (_ctx, { caller, response }) => {
  response.json(caller ? (caller as { accountId: string }).accountId : 'nobody')
}

describe('the declared authentication', () => {
  const KEY = { 'X-API-Key': 'k' }
  const TOKEN = { Authorization: 'Bearer a.b.c' }
  const AS_BEARER = { Authorization: 'bearer sk_1' }
  const AS_BASIC = { Authorization: `Basic ${btoa('sk_1:')}` }
  test.each<[Auth, string, Record<string, string>, number, string]>([
    ['none', '', { ...KEY, ...TOKEN }, 200, 'nobody'],
    ['bearer', '', TOKEN, 200, 'token: a.b.c'],
    ['bearer', '', KEY, 401, 'UNAUTHENTICATED'],
    ['bearer', '', AS_BEARER, 401, 'UNAUTHENTICATED'],
    ['bearer', '?api_key=k', {}, 401, 'UNAUTHENTICATED'],
    ['apiKeyOrBearer', '', KEY, 200, 'key: k'],
    ['apiKeyOrBearer', '', TOKEN, 200, 'token: a.b.c'],
    ['apiKeyOrBearer', '', AS_BEARER, 200, 'key: sk_1'],
    ['apiKeyOrBearer', '', AS_BASIC, 200, 'key: sk_1'],
    ['apiKeyOrBearer', '', { ...KEY, ...TOKEN }, 400, 'INVALID_REQUEST'],
    ['apiKeyOrBearer', '', {}, 401, 'UNAUTHENTICATED'],
    ['apiKeyOrBearer', '?api_key=k', {}, 401, 'UNAUTHENTICATED'],
    ['apiKeyOrQueryKey', '?api_key=k', {}, 200, 'key: k'],
    ['apiKeyOrQueryKey', '?api_key=a.b.c', {}, 200, 'token: a.b.c'],
    ['apiKeyOrQueryKey', '?api_key=k', KEY, 200, 'key: k'],
    ['apiKeyOrQueryKey', '?api_key=k', TOKEN, 400, 'INVALID_REQUEST'],
    ['apiKeyOrQueryKey', '', AS_BASIC, 200, 'key: sk_1'],
  ])('%s%s with %j', async (auth, query, headers, status, answer) => {
    const { url } = await serve({ a: reading('/a', auth) }, { a: tellCaller })
    const reply = await fetch(`${url}/a${query}`, { headers })
    const body = await reply.json()
    expect([reply.status, status === 200 ? body : body.error]).toEqual([status, answer])
  })
})

describe('a table of endpoints', () => {
  test('needs a handler for each, and no other', async () => {
    const endpoints: Record<string, Endpoint> = { a: reading('/a', 'none') }
    await expect(serve(endpoints, {})).rejects.toThrow('a is declared and has no handler')
    await expect(serve(endpoints, { a: tellCaller, b: tellCaller })).rejects.toThrow('b is not declared')
  })

  test('leads a path to its own endpoint before one with a parameter', async () => {
    const endpoints = {
      any: endpoint({ ...reading('/things/{id}', 'none'), params: z.object({ id: z.string() }) }),
      stats: reading('/things/stats', 'none'),
    }
    const { url } = await serve(endpoints, {
      any: async (_ctx, { params, response }) => void response.json(params.id),
      stats: async (_ctx, { response }) => void response.json('all'),
    })
    expect(await (await fetch(`${url}/things/stats`)).json()).toBe('all')
    expect(await (await fetch(`${url}/things/7`)).json()).toBe('7')
    expect((await fetch(`${url}/things/7`, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD')
  })

  test('keeps the limits that one declares for an address and for an account', async () => {
    const twice = { requests: 2, seconds: 60 }
    const endpoints = {
      open: endpoint({ ...reading('/open', 'none'), limitPerIp: twice }),
      both: endpoint({
        ...reading('/both', 'apiKeyOrBearer'),
        limitPerIp: { requests: 4, seconds: 60 },
        limitPerAccount: twice,
      }),
    }
    const { url } = await serve(endpoints, { open: tellCaller, both: tellCaller })
    const statuses = async (path: string, keys: string[]) => {
      const replies = []
      for (const key of keys) replies.push(await fetch(url + path, { headers: { 'X-API-Key': key } }))
      return replies.map(({ status, headers }) => [status, Number(headers.get('retry-after')) > 50])
    }
    expect(await statuses('/open', ['a', 'b', 'c'])).toEqual([
      [200, false],
      [200, false],
      [429, true],
    ])
    expect(await statuses('/both', ['a', 'a', 'a', 'b', 'b'])).toEqual([
      [200, false],
      [200, false],
      [429, true],
      [200, false],
      [429, true],
    ])
  })

  test('says that work took too long, and when to come again', async () => {
    const { url } = await serve(
      { slow: reading('/slow', 'none') },
      { slow: () => withTimeout('the work', 1, (signal) => once(signal, 'abort')).then(() => {}) },
    )
    const reply = await fetch(`${url}/slow`)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await reply.json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE' })
  })

  test('counts what authenticated requests cost their callers', async () => {
    const endpoints = {
      read: reading('/read', 'apiKeyOrBearer'),
      write: endpoint({ ...reading('/write', 'apiKeyOrBearer'), method: 'POST' }),
      open: reading('/open', 'none'),
    }
    const { url, metrics } = await serve(endpoints, { read: tellCaller, write: tellCaller, open: tellCaller })
    const headers = { 'X-API-Key': 'k' }
    await fetch(`${url}/read`, { headers })
    await fetch(`${url}/read`)
    await fetch(`${url}/write`, { method: 'POST', headers })
    await fetch(`${url}/open`, { headers })
    const { values } = await metrics.registry.getSingleMetric('gleaner_http_tokens_total')!.get()
    expect(Object.fromEntries(values.map(({ labels, value }) => [labels.route, value]))).toEqual({
      '/read': 1,
      '/write': 2,
    })
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import express, { type Request, type Response } from 'express'
import { clientClosedSignal } from './client-closed.ts'
import { fetchInside } from './fetch-inside.ts'

const BIG = 'x'.repeat(3_000_000)
let closed: Promise<unknown>

const inner = express()
inner.set('trust proxy', 1)
inner.post('/echo', express.text({ type: '*/*', limit: '10mb' }), (request, response) => {
  const {
    authorization,
    cookie,
    'x-api-key': key,
    'x-request-id': id,
    'content-type': type,
  } = request.headers
  response.status(201).json({ authorization, cookie, key, id, type, ip: request.ip, body: request.body })
})
inner.get('/big', (_request, response) => void response.send(BIG))
inner.delete('/none', (_request, response) => void response.status(204).end())
inner.post('/refuses', (_request, response) => void response.status(413).json({ error: 'too large' }))
inner.get('/waits', (_request, response) => {
  closed = once(clientClosedSignal(response), 'abort')
  started()
})
inner.get('/breaks', (_request, response) => {
  response.write('half')
  response.destroy()
})
let started = () => {}

const inside = fetchInside(inner)
let use: (request: Request, response: Response) => Promise<void>
const outer = createServer(
  express().use((request, response) => void use(request as Request, response as Response)),
)

beforeAll(async () => {
  await once(outer.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => void outer.close())

/** What `work` gives, with the `fetch` of a request that came from outside. */
async function within<T>(work: (inner: typeof fetch) => Promise<T>): Promise<T> {
  const { port } = outer.address() as AddressInfo
  const result = Promise.withResolvers<T>()
  use = async (request, response) => {
    await work(inside(request, 'req_outer_1')).then(result.resolve, result.reject)
    response.end()
  }
  const headers = { 'x-api-key': 'sk_a', cookie: 'a=b', 'x-forwarded-for': '9.9.9.9, 192.0.2.7' }
  await fetch(`http://127.0.0.1:${port}/`, { headers })
  return result.promise
}

test('the caller of the outer request calls, from its address, and with its id', async () => {
  const body = JSON.stringify({ url: 'ü'.repeat(100_000) })
  const headers = { 'content-type': 'application/json' }
  const reply = await within((call) => call('http://inside/echo', { method: 'POST', headers, body }))
  expect(reply.status).toBe(201)
  expect(await reply.json()).toEqual({
    key: 'sk_a',
    id: 'req_outer_1',
    type: 'application/json',
    ip: '192.0.2.7',
    body,
  })
})

test('a large reply, an empty one, and one that does not wait for the body', async () => {
  await within(async (call) => {
    expect(await (await call('http://inside/big')).text()).toBe(BIG)
    const none = await call('http://inside/none', { method: 'DELETE' })
    expect([none.status, await none.text()]).toEqual([204, ''])
    const refused = await call('http://inside/refuses', { method: 'POST', body: BIG.repeat(5) })
    expect([refused.status, await refused.json()]).toEqual([413, { error: 'too large' }])
  })
})

test('who gives up is seen as gone, and a reply that breaks is an error', async () => {
  await within(async (call) => {
    const leaving = new AbortController()
    started = () => leaving.abort()
    await expect(call('http://inside/waits', { signal: leaving.signal })).rejects.toThrow(/abort/i)
    await closed
    const broken = call('http://inside/breaks').then((reply) => reply.text())
    await expect(broken).rejects.toThrow()
  })
})

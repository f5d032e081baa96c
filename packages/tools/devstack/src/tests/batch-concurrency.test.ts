import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Fleet, startFleet } from '../fleet.ts'
import { FLEET_UNDER_TEST } from '../testing/fleet-under-test.ts'

/** A site that takes its time, and counts by their batch the requests that it answers at once, and the most of them. */
const atOnce = new Map<string, number>()
const most = new Map<string, number>()
const asked = new Map<string, number>()
const ANSWER_AFTER_MS = 300

let home: string
let fleet: Fleet
let server: Server
let port: number
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const batch = new URL(request.url!, 'http://site').pathname.split('/')[1]!
    asked.set(batch, (asked.get(batch) ?? 0) + 1)
    const now = (atOnce.get(batch) ?? 0) + 1
    atOnce.set(batch, now)
    most.set(batch, Math.max(most.get(batch) ?? 0, now))
    response.on('close', () => atOnce.set(batch, atOnce.get(batch)! - 1))
    // Long enough for other items to be asked for meanwhile.
    await sleep(ANSWER_AFTER_MS)
    response.setHeader('content-type', 'text/html')
    response.end('<title>Lamp</title><main><h1>Lamp</h1><p>A lamp of brass, 40 cm high.</p></main>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  home = await mkdtemp(join(tmpdir(), 'gleaner-home-'))
  fleet = await startFleet({
    home,
    port: 0,
    env: { ...FLEET_UNDER_TEST, EGRESS_ALLOW: HOSTS.map((host) => `${host}:${port}`).join() },
  })
}, 120_000)
afterAll(async () => {
  await fleet.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(home, { recursive: true, force: true, maxRetries: 20 })
}, 60_000)

const HOSTS = ['127.0.0.1', 'localhost']

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at, not trusted
async function call(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`${fleet.info.base_url}${path}`, {
    method,
    headers: { 'X-API-Key': fleet.info.api_key, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const reply = await response.json()
  expect(response.ok ? undefined : reply).toBeUndefined()
  return reply
}

const items = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `http://${HOSTS[at % HOSTS.length]}:${port}/${name}/${at}`)

test('no more items of a batch than its concurrency are at work at once, also when workers die meanwhile', async () => {
  const bounded = await call('POST', '/batch', { urls: items('bounded', 16), concurrency: 2 })
  expect(bounded.concurrency).toBe(2)
  const free = await call('POST', '/batch', { urls: items('free', 16) })
  expect(free.concurrency).toBeNull()
  let running = 0
  const look = async () => {
    const batch = await call('GET', `/batch/${bounded.batch_id}`)
    expect(batch.concurrency).toBe(2)
    const now = batch.items.filter(({ status }: { status: string }) => status === 'running').length
    running = Math.max(running, now)
    return batch
  }
  await eventually(async () => expect((await look()).completed).toBeGreaterThanOrEqual(3), {
    timeoutMs: 60_000,
  })
  process.kill(fleet.info.pids['tier-1-curl']!, 'SIGKILL')
  await eventually(async () => expect((await look()).status).toBe('completed'), { timeoutMs: 120_000 })
  await eventually(
    async () => expect((await call('GET', `/batch/${free.batch_id}`)).status).toBe('completed'),
    { timeoutMs: 60_000 },
  )
  expect(running).toBe(2)
  expect(most.get('bounded')).toBe(2)
  expect(asked.get('bounded')).toBeGreaterThanOrEqual(16)
  // The bound is the batch's own.
  expect(most.get('free')).toBeGreaterThan(2)
  expect(
    (await call('GET', '/batches')).batches.map((one: { concurrency: number | null }) => one.concurrency),
  ).toEqual([null, 2])
}, 240_000)

test('a retry has the concurrency of its batch, unless it is given another', async () => {
  const { batch_id } = await call('POST', '/batch', { urls: items('again', 1), concurrency: 3 })
  await eventually(async () => expect((await call('GET', `/batch/${batch_id}`)).status).toBe('completed'), {
    timeoutMs: 60_000,
  })
  const statuses = ['succeeded']
  expect((await call('POST', `/batch/${batch_id}/retry`, { statuses })).concurrency).toBe(3)
  expect((await call('POST', `/batch/${batch_id}/retry`, { statuses, concurrency: 1 })).concurrency).toBe(1)
}, 120_000)

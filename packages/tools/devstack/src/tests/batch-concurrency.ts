import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@gleaner/local-servers/free-port'
import { eventually } from '@gleaner/testkit/eventually'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { apiOf } from '../testing/fair/api.ts'
import { openAccount } from '../testing/open-account.ts'
import type { StackUnderTest } from './stack-under-test.ts'

const ANSWER_AFTER_MS = 300
const HOSTS = ['127.0.0.1', 'localhost']

/** A site that takes its time, and counts its requests by the first part of their path, which names a batch. */
export interface CountedSite {
  port: number
  hosts: readonly string[]
  /** The most requests of a batch that were answered at once. */
  most: ReadonlyMap<string, number>
  asked: ReadonlyMap<string, number>
  close(): Promise<void>
}

export async function startCountedSite(): Promise<CountedSite> {
  const atOnce = new Map<string, number>()
  const most = new Map<string, number>()
  const asked = new Map<string, number>()
  const server = createServer(async (request, response) => {
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
  // One of those that the system gives by itself may be a service's own, at another address of this machine.
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    hosts: HOSTS.map((host) => `${host}:${port}`),
    most,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function describeBatchConcurrency(running: () => StackUnderTest, site: () => CountedSite): void {
  describe('the concurrency of a batch', () => {
    // biome-ignore lint/suspicious/noExplicitAny: replies are looked at, not trusted
    let call: (method: string, path: string, body?: object) => Promise<any>
    beforeAll(async () => {
      const { fleet, pool } = running()
      const api = apiOf(fleet.info.base_url, await openAccount(pool))
      call = async (...request) => {
        const { status, body } = await api(...request)
        expect([status < 300, status < 300 ? undefined : body]).toEqual([true, undefined])
        return body
      }
    })

    const items = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => `http://${site().hosts[at % HOSTS.length]}/${name}/${at}`)

    test('no more items of a batch than its concurrency are at work at once, also when workers die meanwhile', async () => {
      const bounded = await call('POST', '/batch', { urls: items('bounded', 16), concurrency: 2 })
      expect(bounded.concurrency).toBe(2)
      const free = await call('POST', '/batch', { urls: items('free', 16) })
      expect(free.concurrency).toBeNull()
      let mostRunning = 0
      const look = async () => {
        const batch = await call('GET', `/batch/${bounded.batch_id}`)
        expect(batch.concurrency).toBe(2)
        const now = batch.items.filter(({ status }: { status: string }) => status === 'running').length
        mostRunning = Math.max(mostRunning, now)
        return batch
      }
      await eventually(async () => expect((await look()).completed).toBeGreaterThanOrEqual(3), {
        timeoutMs: 60_000,
      })
      process.kill(running().fleet.info.pids['tier-1-curl']!, 'SIGKILL')
      await eventually(async () => expect((await look()).status).toBe('completed'), { timeoutMs: 120_000 })
      await eventually(
        async () => expect((await call('GET', `/batch/${free.batch_id}`)).status).toBe('completed'),
        { timeoutMs: 60_000 },
      )
      expect(mostRunning).toBe(2)
      expect(site().most.get('bounded')).toBe(2)
      expect(site().asked.get('bounded')).toBeGreaterThanOrEqual(16)
      // The bound is the batch's own.
      expect(site().most.get('free')).toBeGreaterThan(2)
      expect(
        (await call('GET', '/batches')).batches.map((one: { concurrency: number | null }) => one.concurrency),
      ).toEqual([null, 2])
    }, 240_000)

    test('a retry has the concurrency of its batch, unless it is given another', async () => {
      const { batch_id } = await call('POST', '/batch', { urls: items('again', 1), concurrency: 3 })
      await eventually(
        async () => expect((await call('GET', `/batch/${batch_id}`)).status).toBe('completed'),
        {
          timeoutMs: 60_000,
        },
      )
      const statuses = ['succeeded']
      expect((await call('POST', `/batch/${batch_id}/retry`, { statuses })).concurrency).toBe(3)
      expect((await call('POST', `/batch/${batch_id}/retry`, { statuses, concurrency: 1 })).concurrency).toBe(
        1,
      )
    }, 120_000)
  })
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from '@gleaner/db'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { createMetrics, loadConfig, silentLogger } from '@gleaner/runtime'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { eventually, freePort, startDatabaseProxy } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { config, createService } from './service.ts'
import { createWebhooksFixture, PUBLIC_URL, type WebhooksFixture } from './testing/fixture.ts'
import { startReceiver } from './testing/receiver.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await createWebhooksFixture()
})
afterEach(async () => {
  await fixture.pool.query('DELETE FROM webhook_delivery')
})
afterAll(() => fixture.close())

const untilDelivered = (batchId: string) =>
  eventually(async () => expect((await fixture.webhook(batchId)).status).toBe('delivered'))

test('two dispatchers share the work: nothing is sent twice, and no host gets more at once than it may', async () => {
  const accountId = await fixture.account(0)
  await using receiver = await startReceiver(async (_received, response) => {
    // So that requests overlap.
    await sleep(5)
    response.writeHead(200).end()
  })
  await using _one = fixture.dispatcher({ perHost: 8 })
  await using _other = fixture.dispatcher({ perHost: 8 })
  const { id, jobIds } = await fixture.batch(accountId, 60, receiver.url)
  await Promise.all(jobIds.map((jobId) => fixture.complete(jobId)))
  await untilDelivered(id)
  expect(new Set(receiver.received.map((each) => each.id)).size).toBe(61)
  expect(receiver.received).toHaveLength(61)
  expect(receiver.received.at(-1)!.json.event).toBe('batch.completed')
  expect(receiver.mostAtOnce).toBeLessThanOrEqual(4)
})

test('a receiver that stalls delays neither another host nor another account at its own', async () => {
  const [busy, other] = [await fixture.account(0), await fixture.account(0)]
  const isOf = new Set<string>()
  await using stalling = await startReceiver(({ json }, response) => {
    if (isOf.has(json.job_id)) response.writeHead(200).end()
  })
  await using quick = await startReceiver()
  const { jobIds } = await fixture.batch(busy, 40, stalling.url)
  await Promise.all(jobIds.map((jobId) => fixture.complete(jobId)))
  await using _ = fixture.dispatcher({ timeoutMs: 1_500 })
  await eventually(() => expect(stalling.received.length).toBeGreaterThanOrEqual(8))
  const begun = Date.now()
  const [same, elsewhere] = [await fixture.job(other, stalling.url), await fixture.job(busy, quick.url)]
  isOf.add(same)
  await fixture.complete(same)
  await fixture.complete(elsewhere)
  await eventually(() => {
    expect(quick.received).toHaveLength(1)
    expect(stalling.received.filter(({ json }) => json.job_id === same)).toHaveLength(1)
  })
  expect(Date.now() - begun).toBeLessThan(1_000)
  await fixture.pool.query('DELETE FROM webhook_delivery')
})

test('what a killed dispatcher had at hand is sent by the next one, under the same ids', async () => {
  const accountId = await fixture.account(0)
  await using receiver = await startReceiver(async (_received, response) => {
    // So that some are under way when the dispatcher is killed.
    await sleep(100)
    response.writeHead(200).end()
  })
  const { id, jobIds } = await fixture.batch(accountId, 30, receiver.url)
  await Promise.all(jobIds.map((jobId) => fixture.complete(jobId)))
  const keyRing = generateKey('both')
  const program = join(import.meta.dirname, 'testing/dispatcher-process.ts')
  const doomed = spawn(process.execPath, [program, fixture.databaseUrl, keyRing, '700'], { stdio: 'ignore' })
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(12))
  doomed.kill('SIGKILL')
  await once(doomed, 'exit')
  const sentBefore = receiver.received.length
  await using _ = fixture.dispatcher({ secretBox: createSecretBox(keyRing) })
  await untilDelivered(id)
  const ids = receiver.received.map((each) => each.id)
  expect(new Set(ids).size).toBe(31)
  // Only what was under way, or had not been noted yet.
  expect(ids.length - 31).toBeLessThanOrEqual(16)
  expect(sentBefore).toBeLessThan(31)
  expect((await fixture.webhook(id)).attempts).toBe(31)
})

test('while Postgres is away attempts are kept, and nothing is sent twice for it', async () => {
  const accountId = await fixture.account(0)
  await using receiver = await startReceiver()
  const proxy = await startDatabaseProxy(fixture.databaseUrl)
  const pool = createPool({ url: proxy.url, max: 4 })
  const { id, jobIds } = await fixture.batch(accountId, 5, receiver.url)
  proxy.refuse('record-webhook-attempts')
  await Promise.all(jobIds.map((jobId) => fixture.complete(jobId)))
  const dispatcher = fixture.dispatcher({ pool })
  await eventually(() => expect(receiver.received).toHaveLength(5))
  expect(await fixture.webhook(id)).toMatchObject({ status: 'pending', attempts: 0 })
  proxy.restore()
  await untilDelivered(id)
  expect(receiver.received).toHaveLength(6)
  await dispatcher[Symbol.asyncDispose]()
  await pool.end()
  await proxy.close()
})

/** Of all processes of the deployment. */
const ENCRYPTION_KEYS = generateKey('service')

function service(env: Record<string, string>) {
  const settings = loadConfig(config, {
    DATABASE_URL: fixture.databaseUrl,
    DATABASE_CONNECT_TIMEOUT: '60s',
    REDIS_URL: fixture.redisUrl,
    ENCRYPTION_KEYS,
    PUBLIC_URL,
    NODE_ENV: 'development',
    EGRESS_ALLOW: '127.0.0.0/8',
    ...env,
  })
  return createService(settings, {
    logger: silentLogger(),
    metrics: createMetrics({ service: 'webhooks' }),
  })
}

test('the service is woken by a message, and looks by itself where none comes', async () => {
  await using receiver = await startReceiver()
  const tell = async (count: number) => {
    await fixture.complete(await fixture.job(await fixture.account(0), receiver.url))
    fixture.ctx.pubSub.publish(WAKE_CHANNEL, WAKE.webhooks, '')
    await eventually(() => expect(receiver.received).toHaveLength(count))
  }
  const woken = service({ WEBHOOK_POLL: '1h' })
  await woken.start()
  await eventually(() =>
    Promise.all(Object.values({ ...woken.checks, ...woken.partialChecks }).map((check) => check())),
  )
  await tell(1)
  await woken.stop()
  const alone = service({ WEBHOOK_POLL: '50ms', REDIS_URL: `redis://127.0.0.1:${await freePort()}` })
  await alone.start()
  await tell(2)
  await alone.stop()
})

/** Of one attempt at most, with all that belongs to it: connecting and the answer, and Postgres away as it is noted. */
const LONGEST_ATTEMPT_MS = 10_000 + 12_000

test('what the service sends is nobody else’s for longer than an attempt may take', async () => {
  await using stalling = await startReceiver(() => {})
  const begun = Date.now()
  await fixture.complete(await fixture.job(await fixture.account(0), stalling.url))
  const sending = service({})
  await sending.start()
  await eventually(() => expect(stalling.received).toHaveLength(1))
  const [{ lease_until, next_attempt_at }] = await fixture.rows(
    'SELECT lease_until, next_attempt_at FROM webhook_delivery',
  )
  expect(lease_until.getTime()).toBeGreaterThan(begun + LONGEST_ATTEMPT_MS)
  expect(next_attempt_at).toEqual(lease_until)
  await stalling[Symbol.asyncDispose]()
  await sending.stop()
})

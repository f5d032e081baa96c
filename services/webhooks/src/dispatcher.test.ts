import { createHmac, randomUUID } from 'node:crypto'
import { toBatchId, WEBHOOK_BODIES } from '@gleaner/contracts'
import { presentJob, readFinishedJob } from '@gleaner/jobs'
import {
  cancelBatchDeliveries,
  DELIVERY_PURGES,
  readBatchAttempts,
  readSecrets,
  restartBatchWebhook,
  rotateSecret,
} from '@gleaner/outgoing-webhooks'
import { eventually } from '@gleaner/testkit'
import { runPurges } from '@gleaner/testkit/run-purges'
import { MAX_BODY_BYTES } from '@gleaner/webhook-bodies'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { createWebhooksFixture, PUBLIC_URL, type WebhooksFixture } from './testing/fixture.ts'
import { type Received, startReceiver } from './testing/receiver.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await createWebhooksFixture()
})
afterEach(async () => {
  await fixture.pool.query('DELETE FROM webhook_delivery')
})
afterAll(() => fixture.close())

const stateOf = (batchId: string) => fixture.webhook(batchId)
const untilStatus = (batchId: string, status: string) =>
  eventually(async () => expect((await stateOf(batchId)).status).toBe(status))

test('a receiver is told of each job with what GET /jobs shows, and of the batch at last', async () => {
  const accountId = await fixture.account(1_000_000)
  await using receiver = await startReceiver()
  await using _ = fixture.dispatcher()
  const { id, jobIds } = await fixture.batch(accountId, 3, receiver.url)
  await fixture.complete(jobIds[0]!)
  await fixture.fail(jobIds[1]!)
  expect((await stateOf(id)).status).toBe('pending')
  await fixture.complete(jobIds[2]!)
  await untilStatus(id, 'delivered')

  const bodies = new Map(receiver.received.map(({ json }) => [json.job_id, json]))
  const shown = async (jobId: string) =>
    JSON.parse(presentJob((await readFinishedJob(fixture.pool, jobId))!)) as Record<string, unknown>
  const done = await shown(jobIds[0]!)
  expect(bodies.get(jobIds[0])).toEqual({
    event: 'job.completed',
    batch_id: toBatchId(id),
    job_id: jobIds[0],
    url: 'https://example.com/0',
    status: 'completed',
    completed_at: done.completed_at,
    result: done.result,
  })
  const failed = await shown(jobIds[1]!)
  expect(bodies.get(jobIds[1])).toEqual({
    event: 'job.failed',
    batch_id: toBatchId(id),
    job_id: jobIds[1],
    url: 'https://example.com/1',
    status: 'failed',
    completed_at: failed.failed_at,
    error: 'Nothing delivered.',
    error_code: 'ALL_TIERS_FAILED',
    error_details: failed.error_details,
  })
  expect(receiver.received).toHaveLength(4)
  for (const { json } of receiver.received) {
    // Pages of these jobs are not whole.
    const { result: _, ...body } = json
    WEBHOOK_BODIES[body.event as keyof typeof WEBHOOK_BODIES][0].parse(body)
  }
  expect(receiver.received.at(-1)!.json).toMatchObject({
    event: 'batch.completed',
    batch_id: toBatchId(id),
    status: 'partially_failed',
    total: 3,
    completed: 2,
    failed: 1,
    cancelled: 0,
    pending: 0,
    credits_used: 0,
  })
  expect(await stateOf(id)).toEqual({ status: 'delivered', attempts: 4, nextRetryAt: null })
  expect(receiver.received[0]!.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Gleaner-Webhooks/1.0',
  })
})

const standardHeaders = ({ headers }: Received) => ({
  'webhook-id': headers['webhook-id']!,
  'webhook-timestamp': headers['webhook-timestamp']!,
  'webhook-signature': headers['webhook-signature']!,
})

/** Its text and its bytes have different lengths. */
const WITH_MANY_LETTERS = JSON.stringify({
  final_url: 'https://example.com/',
  content: 'Größe 10 €, 価格 😀',
})

test('what arrives is signed for standardwebhooks, svix and plain HMAC, with both secrets after a rotation', async () => {
  const accountId = await fixture.account(0)
  const read = async () =>
    (await readSecrets({ pool: fixture.pool, secretBox: fixture.ctx.secretBox }, accountId))!.signing
  const [first] = await read()
  await using receiver = await startReceiver()
  await using _ = fixture.dispatcher()
  const tell = async (count: number) => {
    await fixture.complete(await fixture.job(accountId, receiver.url), { page: WITH_MANY_LETTERS })
    await eventually(() => expect(receiver.received).toHaveLength(count))
    return receiver.received.at(-1)!
  }
  const before = await tell(1)
  await rotateSecret(fixture.pool, fixture.ctx.secretBox, accountId)
  const [second] = await read()
  const after = await tell(2)

  for (const [message, secret] of [
    [before, first],
    [after, first],
    [after, second],
  ] as const) {
    for (const Library of [StandardWebhook, SvixWebhook])
      new Library(secret).verify(message.body, standardHeaders(message))
  }
  expect(() => new SvixWebhook(second).verify(before.body, standardHeaders(before))).toThrow()
  const hmac = (secret: string) => `sha256=${createHmac('sha256', secret).update(after.body).digest('hex')}`
  expect(after.headers['x-service-signature']).toBe(hmac(second))
  expect(after.headers['x-service-signature-previous']).toBe(hmac(first))
  expect(before.json).toMatchObject({ event: 'job.completed', batch_id: null })
})

test('one whose body cannot be made counts an attempt, and keeps no other', async () => {
  const accountId = await fixture.account(0)
  await using receiver = await startReceiver()
  const { id, jobIds } = await fixture.batch(accountId, 5, receiver.url)
  for (const jobId of jobIds) await fixture.fail(jobId)
  await fixture.pool.query('UPDATE job SET error = NULL WHERE id = $1', [jobIds[0]])
  await using _ = fixture.dispatcher()
  await untilStatus(id, 'failed')
  const events = receiver.received.map(({ json }) => json.job_id ?? json.event)
  expect(events.sort()).toEqual([...jobIds.slice(1), 'batch.completed'].sort())
  const broken = await fixture.rows('SELECT attempts, state FROM webhook_delivery WHERE job_id = $1', [
    jobIds[0],
  ])
  expect(broken).toEqual([{ attempts: 3, state: 'failed' }])
})

test('of attempts that are noted together one that cannot be keeps no other', async () => {
  const accountId = await fixture.account(0)
  await using receiver = await startReceiver()
  const { jobIds } = await fixture.batch(accountId, 5, receiver.url)
  for (const jobId of jobIds) await fixture.fail(jobId)
  await fixture.pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE OF attempts ON webhook_delivery FOR EACH ROW
      WHEN (NEW.job_id = '${jobIds[0]}' AND NEW.attempts > 0) EXECUTE FUNCTION refuse()`)
  await using _ = fixture.dispatcher({ leaseMs: 600_000 })
  await eventually(async () => {
    const noted = await fixture.rows("SELECT job_id AS id FROM webhook_delivery WHERE state = 'delivered'")
    const ids = noted.map(({ id }: { id: string }) => id)
    expect(jobIds.slice(1).every((jobId) => ids.includes(jobId))).toBe(true)
  })
  await fixture.pool.query('DROP TRIGGER refuse ON webhook_delivery; DROP FUNCTION refuse()')
})

test('a failure is sent again under the same id with the same bytes, three times at most, and each attempt is in the log', async () => {
  const accountId = await fixture.account(0)
  await using receiver = await startReceiver(({ json }, response) =>
    response.writeHead(json.event === 'job.failed' ? 500 : 200).end(),
  )
  await using _ = fixture.dispatcher()
  const { id, jobIds } = await fixture.batch(accountId, 2, receiver.url)
  await fixture.complete(jobIds[0]!)
  await fixture.fail(jobIds[1]!)
  await untilStatus(id, 'failed')
  const tries = receiver.received.filter(({ json }) => json.event === 'job.failed')
  expect(new Set(tries.map(({ id: message, body }) => `${message} ${body}`)).size).toBe(1)
  const log = await readBatchAttempts(fixture.pool, id)
  expect(log.filter(({ job_id }) => job_id === jobIds[1])).toEqual(
    [1, 2, 3].map((attempt) => ({
      attempt,
      status_code: 500,
      error: 'The receiver answered 500.',
      timestamp: expect.any(String),
      job_id: jobIds[1],
      event: 'job.failed',
    })),
  )
  expect(log).toHaveLength(5)
  expect(tries.map(({ at }) => at - tries[0]!.at)).toEqual([0, expect.any(Number), expect.any(Number)])
  expect(tries[1]!.at - tries[0]!.at).toBeGreaterThanOrEqual(40)
  expect(tries[2]!.at - tries[1]!.at).toBeGreaterThanOrEqual(80)
})

test('a restart sends what was not delivered, under the ids that it had, and nothing else', async () => {
  const accountId = await fixture.account(0)
  let isBroken = true
  await using receiver = await startReceiver(({ json }, response) =>
    response.writeHead(isBroken && json.event !== 'job.completed' ? 500 : 200).end(),
  )
  await using _ = fixture.dispatcher()
  const { id, jobIds } = await fixture.batch(accountId, 3, receiver.url)
  await fixture.complete(jobIds[0]!)
  await fixture.fail(jobIds[1]!)
  await fixture.fail(jobIds[2]!)
  await untilStatus(id, 'failed')
  const before = receiver.received.splice(0)
  isBroken = false
  expect(await restartBatchWebhook(fixture.pool, id)).toBe(3)
  await untilStatus(id, 'delivered')
  const failed = before.filter(({ json }) => json.event !== 'job.completed').map((each) => each.id)
  expect(receiver.received.map((each) => each.id).sort()).toEqual([...new Set(failed)].sort())
  expect(await readBatchAttempts(fixture.pool, id)).toHaveLength(3)
  expect(await restartBatchWebhook(fixture.pool, id)).toBe(0)
})

test('what is cancelled is sent no more, until a restart', async () => {
  const accountId = await fixture.account(0)
  const { id, jobIds } = await fixture.batch(accountId, 2, 'http://127.0.0.1:9/hook')
  await fixture.complete(jobIds[0]!)
  await cancelBatchDeliveries(fixture.pool, id)
  await fixture.pool.query('UPDATE batch SET cancelled_at = now() WHERE id = $1', [id])
  await fixture.complete(jobIds[1]!)
  await using receiver = await startReceiver()
  await fixture.pool.query('UPDATE webhook_delivery SET url = $1, host = $2', [receiver.url, receiver.host])
  await using _ = fixture.dispatcher()
  expect((await stateOf(id)).status).toBe('cancelled')
  expect(await restartBatchWebhook(fixture.pool, id)).toBe(3)
  await untilStatus(id, 'delivered')
  expect(receiver.received.map(({ json }) => json.event)).toEqual([
    'job.completed',
    'job.completed',
    'batch.completed',
  ])
})

test('a result that makes the body too large is told by a link', async () => {
  const accountId = await fixture.account(0)
  await using receiver = await startReceiver()
  await using _ = fixture.dispatcher()
  const lengths = [MAX_BODY_BYTES - 2_000, MAX_BODY_BYTES - 100, 3_000_000]
  for (const length of lengths) {
    const page = JSON.stringify({ final_url: 'https://example.com/', content: 'x'.repeat(length) })
    await fixture.complete(await fixture.job(accountId, receiver.url), { page })
  }
  await eventually(() => expect(receiver.received).toHaveLength(3))
  for (const { body } of receiver.received)
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_BODY_BYTES)
  const linked = receiver.received.filter(({ json }) => json.result === undefined)
  expect(linked.map(({ json }) => json.result_url)).toEqual(
    linked.map(({ json }) => `${PUBLIC_URL}/api/v1/jobs/${json.job_id}`),
  )
  expect(linked).toHaveLength(2)
})

test('an endpoint of the account counts its failures, and a success forgets them', async () => {
  const accountId = await fixture.account(0)
  let status = 410
  await using receiver = await startReceiver((_received, response) => response.writeHead(status).end())
  const endpointId = await fixture.endpoint(accountId, receiver.url, ['job.completed'])
  const endpoint = async () =>
    (
      await fixture.rows('SELECT failure_count, failing_since FROM webhook_endpoint WHERE id = $1', [
        endpointId,
      ])
    )[0]
  await using _ = fixture.dispatcher()
  await fixture.complete(await fixture.job(accountId))
  await eventually(async () =>
    expect(await endpoint()).toEqual({ failure_count: 1, failing_since: expect.any(Date) }),
  )
  // 410 is an end: it was sent once.
  expect(receiver.received).toHaveLength(1)
  status = 200
  await fixture.complete(await fixture.job(accountId))
  await eventually(async () => expect(await endpoint()).toEqual({ failure_count: 0, failing_since: null }))
})

test.each([
  ['switched off', 'UPDATE webhook_endpoint SET is_active = false WHERE account_id = $1'],
  ['removed', 'DELETE FROM webhook_endpoint WHERE account_id = $1'],
])('nothing is sent to an endpoint that was %s meanwhile', async (_how, end) => {
  const accountId = await fixture.account(0)
  await using receiver = await startReceiver()
  await fixture.endpoint(accountId, receiver.url, ['job.completed'])
  await fixture.complete(await fixture.job(accountId))
  await fixture.pool.query(end, [accountId])
  await using _ = fixture.dispatcher()
  await eventually(async () =>
    expect(await fixture.rows('SELECT state, attempts FROM webhook_delivery')).toEqual([
      { state: 'cancelled', attempts: 0 },
    ]),
  )
  expect(receiver.received).toEqual([])
})

test('a receiver that says when to come again is left alone until then', async () => {
  const accountId = await fixture.account(0)
  await using receiver = await startReceiver((_received, response) =>
    receiver.received.length === 1
      ? response.writeHead(429, { 'retry-after': '1' }).end()
      : response.writeHead(200).end(),
  )
  await using _ = fixture.dispatcher()
  await fixture.complete(await fixture.job(accountId, receiver.url))
  await eventually(() => expect(receiver.received).toHaveLength(1))
  await fixture.complete(await fixture.job(accountId, receiver.url))
  await eventually(() => expect(receiver.received).toHaveLength(3))
  for (const { at } of receiver.received.slice(1)) expect(at - receiver.received[0]!.at).toBeGreaterThan(950)
})

test('deliveries are forgotten with the ids of jobs, after 31 days', async () => {
  const accountId = await fixture.account(0)
  const ages = [30, 32]
  for (const days of ages) {
    await fixture.rows(
      `WITH delivery AS (
         INSERT INTO webhook_delivery (id, account_id, event, url, host, state, ended_at, created_at)
         VALUES (gen_random_uuid(), $1, 'job.failed', 'https://a.example/', 'a.example', 'failed', now(), now() - $2 * interval '1 day')
         RETURNING id
       ) INSERT INTO webhook_attempt (delivery_id, attempt, duration_ms) SELECT id, 1, 1 FROM delivery`,
      [accountId, days],
    )
  }
  expect(await runPurges(fixture.pool, DELIVERY_PURGES)).toBe(1)
  expect(await fixture.rows('SELECT FROM webhook_delivery')).toHaveLength(1)
})

test('what the work of a tool tells is not sent once its key was revoked, and what a person’s key tells is', async () => {
  const accountId = await fixture.account(1_000_000)
  await using receiver = await startReceiver()
  const jobs = [await fixture.job(accountId, receiver.url), await fixture.job(accountId, receiver.url)]
  const clientId = randomUUID()
  await fixture.pool.query("INSERT INTO oauth_client (id, name, redirect_uris) VALUES ($1, 'Tool', '{}')", [
    clientId,
  ])
  for (const [index, jobId] of jobs.entries())
    await fixture.pool.query(
      `WITH key AS (INSERT INTO api_key (id, account_id, name, hash, prefix, revoked_at, oauth_client_id)
         VALUES (gen_random_uuid(), $1, 'k', decode(md5($2), 'hex'), 'k', now(), $3) RETURNING id)
       UPDATE job SET api_key_id = key.id FROM key WHERE job.id = $4`,
      [accountId, jobId, index === 0 ? clientId : null, jobId],
    )
  for (const jobId of jobs) await fixture.complete(jobId)
  await using _ = fixture.dispatcher()
  await eventually(async () => {
    const { rows } = await fixture.pool.query('SELECT FROM webhook_delivery WHERE ended_at IS NULL')
    expect(rows).toHaveLength(0)
  })
  expect(receiver.received.map(({ json }) => json.job_id)).toEqual([jobs[1]])
})

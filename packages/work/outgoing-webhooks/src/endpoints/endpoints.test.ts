import { randomUUID } from 'node:crypto'
import { uuidv7, WebhookCreate } from '@gleaner/contracts'
import { BOUNDED, createDatabase, createPool, type Database } from '@gleaner/db'
import { openMail } from '@gleaner/mail'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { insertRows } from '@gleaner/testkit/insert-rows'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openHeaders } from '../own-headers.ts'
import {
  awaitTest,
  createEndpoint,
  deleteEndpoint,
  type Holder,
  listEndpoints,
  queueTest,
  readEndpoint,
  replaceSecret,
  showSecret,
  switchOffFailing,
  updateEndpoint,
} from './index.ts'

let server: TestDatabase
let db: Database
const secretBox = createSecretBox(generateKey('test'))
beforeAll(async () => {
  server = await createTestDatabase()
  db = createDatabase(createPool({ url: server.url, max: 10 }))
})
afterAll(async () => {
  await db.pool.end()
  await server.close()
})

const ACTOR = 'user:ann'
async function newHolder(email = `${randomUUID()}@example.com`): Promise<Holder> {
  const accountId = randomUUID()
  await db.pool.query("INSERT INTO account (id, name) VALUES ($1, 'a')", [accountId])
  await db.pool.query("INSERT INTO app_user (id, account_id, email, password_hash) VALUES ($1, $2, $3, '')", [
    randomUUID(),
    accountId,
    email,
  ])
  return { accountId, actor: ACTOR }
}

const HOOK = 'https://hooks.example.com/a?token=t0ken'
const create = (holder: Holder, webhook: Partial<WebhookCreate> = {}) =>
  db.transaction((both) =>
    createEndpoint(both, secretBox, holder, { ...WebhookCreate.parse({ url: HOOK }), ...webhook }),
  )
const read = ({ accountId }: Holder, id: string) => readEndpoint(db, accountId, id)
const remove = (holder: Holder, id: string) => db.transaction((both) => deleteEndpoint(both, holder, id))

type Delivered = Partial<Record<'state' | 'event', string>> & { age?: string }
/** As the outbox and its dispatcher write it. */
async function delivery({ accountId }: Holder, endpointId: string, given: Delivered = {}): Promise<string> {
  const { state = 'pending', event = 'job.completed', age = '0 s' } = given
  const id = uuidv7()
  await db.pool.query(
    `INSERT INTO webhook_delivery (id, account_id, endpoint_id, job_id, event, url, host, state, next_attempt_at, ended_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'hooks.example.com', $7, CASE WHEN $7 IN ('pending', 'retrying') THEN now() END,
             CASE WHEN $7 NOT IN ('pending', 'retrying') THEN now() END, now() - $8::interval)`,
    [id, accountId, endpointId, uuidv7(), event, HOOK, state, age],
  )
  return id
}
const deliveryRow = async (id: string) =>
  (await db.pool.query('SELECT * FROM webhook_delivery WHERE id = $1', [id])).rows[0]
const auditOf = async ({ accountId }: Holder) =>
  (
    await db.pool.query(
      'SELECT actor, action, target, details FROM audit_entry WHERE account_id = $1 ORDER BY id',
      [accountId],
    )
  ).rows

describe('endpoints', () => {
  test('are told every event unless they name some, and show the secret once they are made', async () => {
    const holder = await newHolder()
    const { secret, ...webhook } = await create(holder)
    expect(webhook).toMatchObject({ url: HOOK, name: null, is_active: true, failure_count: 0 })
    expect(webhook.events).toHaveLength(8)
    expect(await showSecret({ pool: db.pool, secretBox }, holder.accountId)).toMatchObject({ secret })
    const other = await create(holder, { url: 'https://b.example.com/', events: ['job.failed'] })
    expect(other).toMatchObject({ secret, events: ['job.failed'] })
    const page = await listEndpoints(db, holder.accountId, { limit: 1, offset: 1 })
    expect(page).toMatchObject({ total: 2, limit: 1, offset: 1, webhooks: [{ id: other.id }] })
    expect(JSON.stringify(page)).not.toContain(secret)
  })

  test('of one address are one, whoever asks at the same time', async () => {
    const holder = await newHolder()
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => create(holder)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' })
    const { id } = await create(holder, { url: 'https://b.example.com/' })
    await expect(updateEndpoint(db, secretBox, holder, id, { url: HOOK })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await create(await newHolder())
  })

  test('are as many as an account may have, and not one more', async () => {
    const holder = await newHolder()
    for (let i = 0; i < BOUNDED.webhook.most - 2; i++)
      await create(holder, { url: `https://example.com/${i}` })
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => create(holder, { url: `https://example.com/parallel/${i}` })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect((await listEndpoints(db, holder.accountId, { limit: 1, offset: 0 })).total).toBe(
      BOUNDED.webhook.most,
    )
  })

  test('of others are as unknown as those that never were', async () => {
    const [owner, other] = [await newHolder(), await newHolder()]
    const { id } = await create(owner)
    const waiting = await delivery(owner, id)
    for (const unknown of [id, randomUUID()]) {
      const tries = [
        read(other, unknown),
        updateEndpoint(db, secretBox, other, unknown, { is_active: false }),
        updateEndpoint(db, secretBox, other, unknown, { url: 'https://evil.example.com/' }),
        remove(other, unknown),
        queueTest(db.pool, other.accountId, unknown),
      ]
      for (const each of tries) await expect(each).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await deliveryRow(waiting)).toMatchObject({ state: 'pending', url: HOOK })
  })

  test('that are switched off or deleted are not told what was still to be delivered', async () => {
    const holder = await newHolder()
    const { id } = await create(holder)
    const [done, waiting] = [await delivery(holder, id, { state: 'delivered' }), await delivery(holder, id)]
    expect(await updateEndpoint(db, secretBox, holder, id, { is_active: false })).toMatchObject({
      is_active: false,
    })
    const cancelled = { state: 'cancelled', next_attempt_at: null, ended_at: expect.any(Date) }
    expect(await deliveryRow(waiting)).toMatchObject(cancelled)
    expect(await deliveryRow(done)).toMatchObject({ state: 'delivered' })
    const later = await delivery(holder, id, { state: 'retrying' })
    await remove(holder, id)
    expect(await deliveryRow(later)).toMatchObject(cancelled)
  })

  test('that move are told at their new address what was still to be delivered', async () => {
    const holder = await newHolder()
    const { id } = await create(holder)
    const [waiting, done] = [await delivery(holder, id), await delivery(holder, id, { state: 'failed' })]
    await updateEndpoint(db, secretBox, holder, id, { url: 'https://new.example.com:8443/x' })
    const moved = { url: 'https://new.example.com:8443/x', host: 'new.example.com:8443', state: 'pending' }
    expect(await deliveryRow(waiting)).toMatchObject(moved)
    expect(await deliveryRow(done)).toMatchObject({ url: HOOK })
  })

  test('forget their failures when they are switched on again or move, and only then', async () => {
    const holder = await newHolder()
    const { id } = await create(holder)
    const fail = () =>
      db.pool.query('UPDATE webhook_endpoint SET failure_count = 3, failing_since = now() WHERE id = $1', [
        id,
      ])
    await fail()
    expect(await updateEndpoint(db, secretBox, holder, id, { is_active: true, url: HOOK })).toMatchObject({
      failure_count: 3,
    })
    await updateEndpoint(db, secretBox, holder, id, { is_active: false })
    const mended = { failure_count: 0, failing_since: null, disabled_at: null }
    expect(await updateEndpoint(db, secretBox, holder, id, { is_active: true })).toMatchObject(mended)
    await fail()
    const moved = await updateEndpoint(db, secretBox, holder, id, { url: 'https://new.example.com/' })
    expect(moved).toMatchObject(mended)
  })

  test('tell of their latest deliveries, the newest first, each with its last attempt', async () => {
    const holder = await newHolder()
    const { id } = await create(holder)
    const failed = await delivery(holder, id, { state: 'failed', age: '2 min' })
    await delivery(holder, id, { state: 'delivered', age: '1 min' })
    await delivery(holder, id, { state: 'delivered', age: '3 min' })
    const waiting = await delivery(holder, id, { event: 'job.failed' })
    await db.pool.query(
      `INSERT INTO webhook_attempt (delivery_id, attempt, status_code, error, duration_ms)
       VALUES ($1, 1, 500, 'first', 5), ($1, 2, NULL, 'last', 10000)`,
      [failed],
    )
    const { recent_deliveries, stats, webhook, ...top } = await read(holder, id)
    expect(top).toEqual(webhook)
    expect(stats).toEqual({ deliveries: 4, delivered: 2, failed: 1, pending: 1, success_rate: 66.7 })
    expect(recent_deliveries).toHaveLength(4)
    expect(recent_deliveries[0]).toMatchObject({
      id: `msg_${waiting}`,
      event: 'job.failed',
      status: 'pending',
      next_attempt_at: expect.stringMatching(/^20/),
    })
    expect(recent_deliveries[2]).toMatchObject({
      id: `msg_${failed}`,
      status: 'failed',
      status_code: null,
      error: 'last',
      duration_ms: 10_000,
    })
  })

  test('tell whose end a delivery is about: a batch, or a crawl', async () => {
    const holder = await newHolder()
    const { id } = await create(holder)
    const of = { batch: uuidv7(), crawl: uuidv7() }
    for (const kind of ['batch', 'crawl'] as const) {
      const values = {
        id: `'${of[kind]}'`,
        account_id: `'${holder.accountId}'`,
        kind: `'${kind}'`,
        total: '1',
      }
      await insertRows(db.pool, 'batch', values)
      const deliveryId = await delivery(holder, id, {
        event: 'batch.completed',
        age: kind === 'batch' ? '1 min' : '2 min',
      })
      await db.pool.query('UPDATE webhook_delivery SET job_id = NULL, batch_id = $2 WHERE id = $1', [
        deliveryId,
        of[kind],
      ])
    }
    await delivery(holder, id, { age: '3 min' })
    const [ofBatch, ofCrawl, ofJob] = (await read(holder, id)).recent_deliveries
    expect(ofBatch).toMatchObject({ batch_id: `batch_${of.batch}`, job_id: null })
    expect(ofBatch).not.toHaveProperty('crawl_id')
    expect(ofCrawl).toMatchObject({ batch_id: null, crawl_id: of.crawl })
    expect(ofJob).toMatchObject({ batch_id: null, job_id: expect.any(String) })
    expect(ofJob).not.toHaveProperty('crawl_id')
  })

  test('keep headers of their own sealed, show their names, and do not take them to another origin', async () => {
    const holder = await newHolder()
    const headers = { Authorization: 'Bearer hunter2', 'X-Team': 'blue' }
    const made = await create(holder, { headers })
    const { id } = made
    const names = { header_names: ['Authorization', 'X-Team'] }
    expect(made).toMatchObject(names)
    expect(await read(holder, id)).toMatchObject({ ...names, webhook: names })
    const { rows } = await db.pool.query('SELECT headers FROM webhook_endpoint WHERE id = $1', [id])
    expect(rows[0].headers.toString('latin1')).not.toContain('hunter2')
    expect(openHeaders(secretBox, 'endpoint', id, rows[0].headers)).toEqual(headers)
    const move = (url: string, more: object = {}) =>
      updateEndpoint(db, secretBox, holder, id, { url, ...more })
    await expect(move('https://evil.example.com/')).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { issues: [{ path: 'headers', message: expect.stringContaining('null for none') }] },
    })
    expect(await move('https://hooks.example.com/b')).toMatchObject(names)
    expect(await move('https://new.example.com/', { headers: { 'X-New': 'n' } })).toMatchObject({
      header_names: ['X-New'],
    })
    expect(await move('https://old.example.com/', { headers: null })).toMatchObject({ header_names: [] })
    const entries = JSON.stringify(await auditOf(holder))
    expect(entries).toContain('Authorization')
    for (const hidden of Object.values(headers)) expect(entries).not.toContain(hidden)
  })

  test('leave what was done with them in the audit log, without their address and the secret', async () => {
    const holder = await newHolder()
    const { id, secret } = await create(holder)
    await updateEndpoint(db, secretBox, holder, id, { url: `${HOOK}2`, is_active: true })
    await db.transaction((both) => replaceSecret(both, secretBox, holder))
    await remove(holder, id)
    const entries = await auditOf(holder)
    const common = { actor: ACTOR, target: `webhook:${id}` }
    expect(entries).toMatchObject([
      { ...common, action: 'webhook.created', details: { host: 'hooks.example.com' } },
      { ...common, action: 'webhook.updated', details: { fields: ['url', 'is_active'] } },
      { actor: ACTOR, action: 'webhook_secret.rotated' },
      { ...common, action: 'webhook.deleted' },
    ])
    for (const hidden of ['t0ken', secret]) expect(JSON.stringify(entries)).not.toContain(hidden)
  })
})

describe('a test', () => {
  const NEVER = new AbortController().signal

  /** As the dispatcher notes an attempt. */
  async function attempt(id: string, state: string, statusCode: number): Promise<void> {
    await db.pool.query(
      "INSERT INTO webhook_attempt (delivery_id, attempt, status_code, error, duration_ms) VALUES ($1, 1, $2, 'e', 7)",
      [id, statusCode],
    )
    await db.pool.query(
      `UPDATE webhook_delivery SET attempts = 1, state = $2, next_attempt_at = CASE WHEN $2 = 'retrying' THEN now() END,
       ended_at = CASE WHEN $2 <> 'retrying' THEN now() END WHERE id = $1`,
      [id, state],
    )
  }

  test('is due before all else, for an endpoint that is switched off as well', async () => {
    const holder = await newHolder()
    const { id } = await create(holder, { is_active: false })
    const waiting = await deliveryRow(await delivery(holder, id))
    const test = await deliveryRow(await queueTest(db.pool, holder.accountId, id))
    expect(test).toMatchObject({
      event: 'webhook.test',
      url: HOOK,
      host: 'hooks.example.com',
      state: 'pending',
    })
    expect(test.data).toMatchObject({ event: 'webhook.test', webhook_id: id })
    expect(test.next_attempt_at < waiting.next_attempt_at).toBe(true)
    // What another account's receiver at the host has yet to be told is nothing to it.
    const other = await newHolder()
    const late = await deliveryRow(await delivery(other, (await create(other)).id))
    await db.pool.query(
      "UPDATE webhook_delivery SET next_attempt_at = now() - interval '1 hour' WHERE id = $1",
      [late.id],
    )
    const second = await deliveryRow(await queueTest(db.pool, holder.accountId, id))
    expect(second.next_attempt_at > new Date(test.next_attempt_at.getTime() - 60_000)).toBe(true)
  })

  test('tells how its attempt went, and is not tried again', async () => {
    const holder = await newHolder()
    const { id } = await create(holder)
    const good = await queueTest(db.pool, holder.accountId, id)
    const waiting = awaitTest(db.pool, good, NEVER)
    await attempt(good, 'delivered', 204)
    expect(await waiting).toMatchObject({
      isEnded: true,
      result: {
        delivery_id: `msg_${good}`,
        success: true,
        status: 'delivered',
        status_code: 204,
        duration_ms: 7,
      },
    })
    const bad = await queueTest(db.pool, holder.accountId, id)
    await attempt(bad, 'retrying', 500)
    expect(await awaitTest(db.pool, bad, NEVER)).toMatchObject({
      isEnded: true,
      result: { success: false, status: 'failed', status_code: 500, error: 'e' },
    })
    expect(await deliveryRow(bad)).toMatchObject({ state: 'failed', next_attempt_at: null })
  })

  test('ends when who asked for it leaves', async () => {
    const holder = await newHolder()
    const { id } = await create(holder)
    const delivery = await queueTest(db.pool, holder.accountId, id)
    await expect(awaitTest(db.pool, delivery, AbortSignal.abort(new Error('left')))).rejects.toThrow()
  })
})

describe('an endpoint that fails', () => {
  const run = () => switchOffFailing({ db, secretBox, publicUrl: 'https://api.example.com' })
  const failingSince = (id: string, age: string) =>
    db.pool.query(
      'UPDATE webhook_endpoint SET failure_count = 9, failing_since = now() - $2::interval WHERE id = $1',
      [id, age],
    )
  const mailsTo = async (email: string) => {
    const { rows } = await db.pool.query('SELECT id, content FROM mail')
    return rows.map((row) => openMail(secretBox, row)).filter(({ to }) => to === email)
  }

  test('for 5 days is switched off, once, and its owner is told', async () => {
    const email = `${randomUUID()}@example.com`
    const holder = await newHolder(email)
    const { id } = await create(holder)
    await failingSince(id, '5 days 1 hour')
    await delivery(holder, id, { state: 'failed', age: '10 min' })
    const waiting = await delivery(holder, id)
    expect((await Promise.all([run(), run()])).reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await run()).toBe(0)
    const { disabled_at, ...webhook } = await read(holder, id)
    expect(webhook).toMatchObject({ is_active: false, failure_count: 9 })
    expect(Date.now() - Date.parse(disabled_at!)).toBeLessThan(60_000)
    expect(await deliveryRow(waiting)).toMatchObject({ state: 'cancelled' })
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(mail!.text).toContain(`/api/v1/webhooks/${id}`)
    expect(mail!.text).toContain('hooks.example.com')
    expect(mail!.text).not.toContain('t0ken')
    expect((await auditOf(holder)).at(-1)).toMatchObject({
      actor: 'system',
      action: 'webhook.switched_off',
      target: `webhook:${id}`,
    })
  })

  test('of an organization is told to its owner, not to its members', async () => {
    const [owner, member] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    const organization: Holder = { accountId: randomUUID(), actor: ACTOR }
    await Promise.all([newHolder(owner), newHolder(member)])
    await db.transaction(async ({ sql }) => {
      const { accountId } = organization
      await sql.query("INSERT INTO account (id, name, kind) VALUES ($1, 'o', 'organization')", [accountId])
      await sql.query('INSERT INTO organization (account_id, slug) VALUES ($1::uuid, $1::text)', [accountId])
      await sql.query(
        `INSERT INTO membership (account_id, user_id, role)
         SELECT $1, id, CASE email WHEN $2 THEN 'owner' ELSE 'member' END FROM app_user WHERE email IN ($2, $3)`,
        [accountId, owner, member],
      )
    })
    const { id } = await create(organization)
    await failingSince(id, '6 days')
    await delivery(organization, id, { state: 'failed' })
    expect(await run()).toBe(1)
    expect([await mailsTo(owner), await mailsTo(member)]).toMatchObject([[{ to: owner }], []])
  })

  test('and cannot be switched off keeps no other one on', async () => {
    const ids: string[] = []
    for (const days of [9, 8, 7]) {
      const holder = await newHolder()
      const { id } = await create(holder)
      await failingSince(id, `${days} days`)
      await delivery(holder, id, { state: 'failed' })
      ids.push(id)
    }
    await db.pool.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON webhook_endpoint FOR EACH ROW WHEN (NEW.id = '${ids[0]}') EXECUTE FUNCTION refuse()`)
    await expect(run()).rejects.toThrow('1 of 3 failed')
    await db.pool.query('DROP TRIGGER refuse ON webhook_endpoint')
    const active = async () =>
      (await db.pool.query('SELECT id FROM webhook_endpoint WHERE id = ANY($1) AND is_active', [ids])).rows
    expect(await active()).toEqual([{ id: ids[0] }])
    expect(await run()).toBe(1)
    expect(await active()).toEqual([])
  })

  test.each<[string, string, Delivered]>([
    ['for less than 5 days', '4 days 23 hours', { state: 'failed', age: '1 min' }],
    ['but has been told nothing since', '9 days', { state: 'failed', age: '5 days' }],
    ['but whose last delivery is not over', '9 days', { state: 'retrying' }],
    ['but by tests alone', '9 days', { state: 'failed', event: 'webhook.test' }],
  ])('%s stays on', async (_, since, last) => {
    const holder = await newHolder()
    const { id } = await create(holder)
    await failingSince(id, since)
    await delivery(holder, id, last)
    expect(await run()).toBe(0)
    expect(await read(holder, id)).toMatchObject({ is_active: true, disabled_at: null })
  })
})

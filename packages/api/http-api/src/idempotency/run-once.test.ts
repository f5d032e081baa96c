import { randomUUID } from 'node:crypto'
import { createDatabase, createPool, type Database, type Pool, type TransactionHandles } from '@gleaner/db'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import {
  createTestDatabase,
  type DatabaseProxy,
  startDatabaseProxy,
  type TestDatabase,
} from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type KeyUse, runOnce } from './run-once.ts'

let server: TestDatabase
let proxy: DatabaseProxy
let pool: Pool
let db: Database
const secretBox = createSecretBox(generateKey('test'))
beforeAll(async () => {
  server = await createTestDatabase()
  proxy = await startDatabaseProxy(server.url)
  pool = createPool({ url: proxy.url })
  db = createDatabase(pool)
})
afterEach(() => proxy.restore())
afterAll(async () => {
  await pool.end()
  await Promise.all([proxy.close(), server.close()])
})

const ctx = () => ({ db, secretBox })
const claim = (asked = 'a', more: Partial<KeyUse> = {}): KeyUse => ({
  accountId: randomUUID(),
  key: 'k',
  fingerprints: secretBox.fingerprints(asked, 'test'),
  ...more,
})

/** Creates an account that is named so, and replies with its id. */
const create =
  (name: string) =>
  async ({ prisma }: TransactionHandles) => {
    const { id } = await prisma.account.create({ data: { id: randomUUID(), name } })
    return { status: 201, body: { id, secret: 'shown once' } }
  }
const created = async (name: string) => (await db.prisma()).account.count({ where: { name } })

describe('a request that is repeated with its key', () => {
  test('is carried out once and gets the first reply again', async () => {
    const asked = claim()
    const first = await runOnce(ctx(), asked, create('once'))
    expect(first).toMatchObject({ isReplay: false, reply: { status: 201 } })
    expect(await runOnce(ctx(), asked, create('once'))).toEqual({ reply: first.reply, isReplay: true })
    expect(await created('once')).toBe(1)
  })

  test('is carried out once of a hundred at a time; the others are told to come back, or get the reply', async () => {
    const asked = claim()
    const all = await Promise.allSettled(
      Array.from({ length: 100 }, () => runOnce(ctx(), asked, create('race'))),
    )
    expect(await created('race')).toBe(1)
    expect(all.filter((one) => one.status === 'fulfilled' && !one.value.isReplay)).toHaveLength(1)
    for (const one of all)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          code: 'IDEMPOTENCY_IN_PROGRESS',
          details: { retry_after_seconds: 1 },
        })
  })

  test('is carried out once when the answer to its commit is lost', async () => {
    const asked = claim()
    proxy.cut('COMMIT')
    const { reply } = await runOnce(ctx(), asked, create('unconfirmed'))
    expect(proxy.cuts).toBe(1)
    expect(reply.status).toBe(201)
    expect(await created('unconfirmed')).toBe(1)
    expect(await runOnce(ctx(), asked, create('unconfirmed'))).toEqual({ reply, isReplay: true })
  })

  test('is carried out when the first one failed, which has left nothing', async () => {
    const asked = claim()
    const failing = runOnce(ctx(), asked, async (transaction) => {
      await create('failed')(transaction)
      throw new Error('half-way')
    })
    await expect(failing).rejects.toThrow('half-way')
    expect(await created('failed')).toBe(0)
    expect(await runOnce(ctx(), asked, create('failed'))).toMatchObject({ isReplay: false })
  })

  test('is carried out again after 24 hours', async () => {
    const asked = claim()
    await runOnce(ctx(), asked, create('later'))
    await pool.query("UPDATE idempotency_key SET created_at = now() - interval '25 hours'")
    expect(await runOnce(ctx(), asked, create('later'))).toMatchObject({ isReplay: false })
    expect(await runOnce(ctx(), asked, create('later'))).toMatchObject({ isReplay: true })
    expect(await created('later')).toBe(2)
  })

  test('is known by the fingerprint of an earlier encryption key', async () => {
    const asked = claim('old')
    const { reply } = await runOnce(ctx(), asked, create('rotated'))
    const fingerprints: KeyUse['fingerprints'] = [claim('new').fingerprints[0], ...asked.fingerprints]
    expect(await runOnce(ctx(), { ...asked, fingerprints }, create('rotated'))).toEqual({
      reply,
      isReplay: true,
    })
  })
})

test('another request with the key is refused', async () => {
  const asked = claim()
  await runOnce(ctx(), asked, create('first'))
  const { fingerprints } = claim('b')
  const other = runOnce(ctx(), { ...asked, fingerprints }, create('other'))
  await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
  expect(await created('other')).toBe(0)
})

test.each(['before', 'while'])('a key that a scrape has taken %s this runs is refused', async (when) => {
  const asked = claim()
  const scrape = () =>
    pool.query(
      'INSERT INTO idempotency_key (account_id, key, request_hash, job_id) VALUES ($1, $2, $3, $4)',
      [asked.accountId, asked.key, asked.fingerprints[0], randomUUID()],
    )
  if (when === 'before') await scrape()
  const running = runOnce(ctx(), asked, async (transaction) => {
    if (when === 'while') await scrape()
    return await create(`scrape ${when}`)(transaction)
  })
  await expect(running).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
  expect(await created(`scrape ${when}`)).toBe(0)
})

test('keys of two accounts have nothing to do with each other', async () => {
  for (const asked of [claim(), claim('b')])
    expect(await runOnce(ctx(), asked, create('accounts'))).toMatchObject({ isReplay: false })
})

test('a reply is sealed at rest, and opens for its account and key only', async () => {
  const asked = claim()
  await runOnce(ctx(), asked, create('sealed'))
  const { rows } = await pool.query('SELECT reply FROM idempotency_key WHERE account_id = $1', [
    asked.accountId,
  ])
  expect(rows[0].reply.toString('latin1')).not.toContain('shown once')
  const moved = claim()
  await pool.query('UPDATE idempotency_key SET account_id = $1 WHERE account_id = $2', [
    moved.accountId,
    asked.accountId,
  ])
  await expect(runOnce(ctx(), moved, create('sealed'))).rejects.toThrow('belongs to another context')
})

test('without a key each request is carried out', async () => {
  for (const _ of [1, 2])
    expect(await runOnce(ctx(), undefined, create('keyless'))).toMatchObject({ isReplay: false })
  expect(await created('keyless')).toBe(2)
})

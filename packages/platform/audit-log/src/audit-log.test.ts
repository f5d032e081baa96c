import { uuidv7 } from '@gleaner/contracts'
import { createDatabase, createPool, type Database } from '@gleaner/db'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { actorOf, readAudit, recordAudit } from './index.ts'

let server: TestDatabase
let db: Database
beforeAll(async () => {
  server = await createTestDatabase()
  db = createDatabase(createPool({ url: server.url }))
})
afterAll(async () => {
  await db.pool.end()
  await server.close()
})

const ALL = { limit: 100, offset: 0 }

test('what was done is read again, newest first and page by page, and by nobody else', async () => {
  const [accountId, other, userId] = [uuidv7(), uuidv7(), uuidv7()]
  for (const action of ['key.created', 'key.renamed', 'key.revoked']) {
    const entry = { accountId, actor: actorOf({ userId }), action, target: 'api_key:1', details: { n: 1 } }
    await db.transaction((handles) => recordAudit(handles, entry))
  }
  await recordAudit({ sql: db.pool }, { accountId: null, actor: 'operator:ann', action: 'domain.blocked' })

  const { entries, total } = await readAudit(db.pool, accountId, { limit: 2, offset: 1 })
  expect(total).toBe(3)
  expect(entries.map(({ action }) => action)).toEqual(['key.renamed', 'key.created'])
  expect(entries[0]).toMatchObject({ actor: `user:${userId}`, target: 'api_key:1', details: { n: 1 } })
  expect(entries[0]!.createdAt).toBeInstanceOf(Date)
  expect(await readAudit(db.pool, other, ALL)).toEqual({ entries: [], total: 0 })
  expect(await readAudit(db.pool, null, ALL)).toMatchObject({
    total: 1,
    entries: [{ target: null, details: {} }],
  })
})

test('an act that is rolled back leaves no entry', async () => {
  const accountId = uuidv7()
  const failing = db.transaction(async (handles) => {
    await recordAudit(handles, { accountId, actor: 'system', action: 'key.created' })
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(await readAudit(db.pool, accountId, ALL)).toEqual({ entries: [], total: 0 })
})

test.each(['UPDATE audit_entry SET actor = $$system$$', 'DELETE FROM audit_entry', 'TRUNCATE audit_entry'])(
  'nothing is changed afterwards: %s',
  async (statement) => {
    await expect(db.pool.query(statement)).rejects.toThrow('append only')
  },
)

test('addresses of people and keys are not kept, and texts are short', async () => {
  const accountId = uuidv7()
  const details = {
    note: 'refund for Ann <ann.b+c@example.com>, key sk_live_a1B2c3d4',
    fields: ['name', 'bob@example.com'],
    long: 'x'.repeat(10_000),
    odd: 'a\0b\ud800',
    amount: 5,
  }
  await recordAudit({ sql: db.pool }, { accountId, actor: 'system', action: 'credit.granted', details })
  const { entries } = await readAudit(db.pool, accountId, ALL)
  expect(entries[0]!.details).toEqual({
    note: 'refund for Ann <[address]>, key [secret]',
    fields: ['name', '[address]'],
    long: 'x'.repeat(200),
    odd: 'ab\ufffd',
    amount: 5,
  })
})

test('an actor is a key before the person who made it, and never a text of another form', async () => {
  expect(actorOf({ apiKeyId: 'k', userId: 'u' })).toBe('key:k')
  expect(actorOf({ userId: 'u' })).toBe('user:u')
  expect(actorOf({})).toBe('system')
  const entry = { accountId: null, actor: 'ann' as 'system', action: 'x' }
  await expect(recordAudit({ sql: db.pool }, entry)).rejects.toThrow('audit_entry_actor')
})

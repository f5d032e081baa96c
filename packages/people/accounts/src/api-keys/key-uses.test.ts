import { uuidv7 } from '@gleaner/contracts'
import { createDatabase, createPool, type Database, type Queryable } from '@gleaner/db'
import { generateApiKey } from '@gleaner/security/api-key'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createAccount } from '../users/create-account.ts'
import { createKeyUses } from './key-uses.ts'

let server: TestDatabase
let db: Database
let ids: string[]
beforeAll(async () => {
  server = await createTestDatabase()
  db = createDatabase(createPool({ url: server.url, max: 10 }))
  const apiKeys = Array.from({ length: 20 }, (_, i) => ({ name: `${i}`, key: generateApiKey('live').key }))
  await createAccount(db, { name: 'Ann', email: 'ann@example.com', password: 'long enough', apiKeys })
  const { rows } = await db.pool.query('SELECT id FROM api_key ORDER BY id')
  ids = rows.map(({ id }) => id)
})
afterAll(async () => {
  await db.pool.end()
  await server.close()
})

async function requests(id: string): Promise<number> {
  const { rows } = await db.pool.query('SELECT requests FROM api_key WHERE id = $1', [id])
  return Number(rows[0].requests)
}

test('two gateways that write the same keys at the same time lose nothing, and do not block each other', async () => {
  const gateways = [createKeyUses(db.pool), createKeyUses(db.pool)]
  for (let round = 1; round <= 10; round++) {
    for (const id of ids) gateways[0]!.note(id, '192.0.2.1')
    for (const id of ids.toReversed()) for (let i = 0; i < 2; i++) gateways[1]!.note(id, '192.0.2.1')
    await Promise.all(gateways.map((gateway) => gateway.flush()))
    expect(await Promise.all(ids.map(requests))).toEqual(ids.map(() => 3 * round))
  }
})

test('a key is used last when it was used last, whichever gateway writes last', async () => {
  const [early, late] = [createKeyUses(db.pool), createKeyUses(db.pool)]
  early.note(ids[0]!, '192.0.2.1')
  const between = Date.now()
  while (Date.now() === between);
  const before = new Date()
  late.note(ids[0]!, '2001:db8::1')
  const after = new Date()
  await late.flush()
  await early.flush()
  const { rows } = await db.pool.query('SELECT last_used_at, last_used_ip FROM api_key WHERE id = $1', [
    ids[0],
  ])
  expect(rows[0].last_used_ip).toBe('2001:db8::1')
  const at: Date = rows[0].last_used_at
  expect(at >= before && at <= after).toBe(true)
})

test('what could not be written is written the next time, beside what came since', async () => {
  let away = true
  const flaky = {
    query: ((...args: Parameters<Queryable['query']>) =>
      away ? Promise.reject(new Error('away')) : db.pool.query(...args)) as Queryable['query'],
  } as Queryable
  const uses = createKeyUses(flaky)
  const before = await requests(ids[1]!)
  uses.note(ids[1]!, '192.0.2.1')
  const failing = uses.flush()
  uses.note(ids[1]!, '192.0.2.1')
  await expect(failing).rejects.toThrow('away')
  away = false
  await uses.flush()
  await uses.flush()
  expect(await requests(ids[1]!)).toBe(before + 2)
})

test('keys that were deleted meanwhile are left out', async () => {
  const uses = createKeyUses(db.pool)
  const before = await requests(ids[2]!)
  uses.note(uuidv7(), '192.0.2.1')
  uses.note(ids[2]!, '192.0.2.1')
  await uses.flush()
  expect(await requests(ids[2]!)).toBe(before + 1)
})

import { readFile } from 'node:fs/promises'
import { uuidv7 } from '@gleaner/contracts'
import { BOUNDED, createDatabase, createPool, type Database } from '@gleaner/db'
import { generateApiKey } from '@gleaner/security/api-key'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createAccount } from '../users/create-account.ts'
import { listApiKeys, readApiKey, revokeApiKey, updateApiKey } from './manage-api-keys.ts'
import { type ApiKeyDetails, addApiKey, createApiKey, type KeyHolder } from './new-api-key.ts'
import { createKeyVerifier } from './verify-key.ts'

let server: TestDatabase
let db: Database
beforeAll(async () => {
  server = await createTestDatabase()
  db = createDatabase(createPool({ url: server.url, max: 10 }))
})
afterAll(async () => {
  await db.pool.end()
  await server.close()
})

async function newHolder(): Promise<KeyHolder> {
  const email = `${uuidv7()}@example.com`
  const { id } = await createAccount(db, { name: 'Ann', email, password: 'long enough' })
  return { accountId: id, actor: 'system' }
}

const create = (holder: KeyHolder, details: ApiKeyDetails) =>
  db.transaction((both) => createApiKey(both, holder, details))
const revoke = (holder: KeyHolder, id: string) => db.transaction((both) => revokeApiKey(both, holder, id))
const listed = async ({ accountId }: KeyHolder) =>
  (await listApiKeys(db, accountId, { limit: 100, offset: 0 })).items

describe('a key', () => {
  test('is shown once, and stored as a hash with the user whose account it is', async () => {
    const holder = await newHolder()
    const { key, ...shown } = await create(holder, { name: 'CI', scopes: ['read'], test: true })
    expect(key).toMatch(/^sk_test_[0-9A-Za-z]{32}$/)
    expect(shown).toMatchObject({ name: 'CI', scopes: ['read'], test: true, requests: 0, last_used_at: null })
    expect(await listed(holder)).toEqual([{ ...shown, key: null }])
    const { rows } = await db.pool.query(
      'SELECT api_key::text FROM api_key JOIN app_user ON app_user.id = user_id WHERE api_key.id = $1',
      [shown.id],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(await createKeyVerifier(db.pool).verify(key)).toMatchObject({
      apiKeyId: shown.id,
      scopes: ['read'],
    })
  })

  test('of the operator’s making gets a name that is free', async () => {
    const holder = await newHolder()
    for (const { key } of [generateApiKey('live'), generateApiKey('live')])
      for (let i = 0; i < 2; i++) await addApiKey(db, holder.accountId, { name: 'Development', key })
    const names = (await listed(holder)).map(({ name, key_prefix }) => name.replace(key_prefix, 'prefix'))
    expect(names).toEqual(['Development', 'Development (prefix)'])
  })

  test('that is revoked is not found any more, and its name is free', async () => {
    const holder = await newHolder()
    const { id, key } = await create(holder, { name: 'Old' })
    await expect(create(holder, { name: 'Old' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await revoke(holder, id)
    await expect(createKeyVerifier(db.pool).verify(key)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(readApiKey(db, holder.accountId, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(updateApiKey(db, holder, id, { name: 'New' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(revoke(holder, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await create(holder, { name: 'Old' })
  })

  test('that has expired lets nobody in until it is given more time', async () => {
    const holder = await newHolder()
    const { id, key } = await create(holder, { name: 'Short', expiresAt: new Date(Date.now() - 1) })
    await expect(createKeyVerifier(db.pool).verify(key)).rejects.toThrow('expired')
    expect(await updateApiKey(db, holder, id, { expires_at: null })).toMatchObject({ expires_at: null })
    expect(await createKeyVerifier(db.pool).verify(key)).toMatchObject({ apiKeyId: id })
  })

  test('of another account is as unknown as one that never was', async () => {
    const [own, other] = [await newHolder(), await newHolder()]
    const { id } = await create(other, { name: 'Theirs' })
    for (const unknown of [id, uuidv7(), 'legacy-status', '\0']) {
      await expect(readApiKey(db, own.accountId, unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(updateApiKey(db, own, unknown, { name: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(revoke(own, unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await listed(other)).toMatchObject([{ name: 'Theirs' }])
  })

  test('leaves what was done with it in the audit log, without the key', async () => {
    const { accountId } = await newHolder()
    const holder: KeyHolder = { accountId, actor: 'user:ann' }
    const { id, key } = await create(holder, { name: 'Seen' })
    await updateApiKey(db, holder, id, { name: 'Renamed', scopes: ['read', 'write'] })
    await revoke(holder, id)
    const { rows } = await db.pool.query(
      'SELECT actor, action, target, details FROM audit_entry WHERE account_id = $1 ORDER BY id',
      [accountId],
    )
    const common = { actor: 'user:ann', target: `api_key:${id}` }
    expect(rows).toMatchObject([
      { ...common, action: 'api_key.created', details: { test: false } },
      {
        ...common,
        action: 'api_key.updated',
        details: { fields: ['name', 'scopes'], scopes: ['read', 'write'] },
      },
      { ...common, action: 'api_key.revoked' },
    ])
    expect(JSON.stringify(rows)).not.toContain(key)
  })
})

describe('of many at once', () => {
  test('an account gets as many keys as it may have, and not one more', async () => {
    const holder = await newHolder()
    for (let i = 0; i < BOUNDED.api_key.most - 3; i++) {
      const { key } = generateApiKey('live')
      await db.pool.query(
        `INSERT INTO api_key (id, account_id, name, hash, prefix) VALUES ($1, $2, $3, $4, 'sk_live_')`,
        [uuidv7(), holder.accountId, key, Buffer.from(key)],
      )
    }
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => create(holder, { name: `parallel ${i}` })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' })
    expect(await listed(holder)).toHaveLength(BOUNDED.api_key.most)
  })

  test('one gets the name, whether it is made or renamed', async () => {
    const holder = await newHolder()
    const { id } = await create(holder, { name: 'Another' })
    const results = await Promise.allSettled([
      ...Array.from({ length: 8 }, () => create(holder, { name: 'Wanted' })),
      updateApiKey(db, holder, id, { name: 'Wanted' }),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await listed(holder)).filter(({ name }) => name === 'Wanted')).toHaveLength(1)
  })
})

test('the migration gives keys of one name names of their own, and leaves the oldest and the revoked', async () => {
  const old = await createTestDatabase()
  const pool = createPool({ url: old.url })
  try {
    await pool.query('DROP INDEX api_key_live_name_key; ALTER TABLE api_key DROP COLUMN requests')
    const [account, other] = [uuidv7(), uuidv7()]
    await pool.query(`INSERT INTO account (id, name) VALUES ($1, 'A'), ($2, 'B')`, [account, other])
    const rows: [string, string, boolean][] = [
      [account, 'Same', true],
      [account, 'Same', false],
      [account, 'Same', false],
      [account, 'Same', false],
      [account, 'x'.repeat(100), false],
      [account, 'x'.repeat(100), false],
      [other, 'Same', false],
    ]
    const ids: string[] = []
    for (const [owner, name, revoked] of rows) {
      const id = uuidv7()
      ids.push(id)
      await pool.query(
        `INSERT INTO api_key (id, account_id, name, hash, prefix, created_at, revoked_at)
         VALUES ($1, $2, $3, $4, 'sk_live_', to_timestamp($6), CASE WHEN $5 THEN now() END)`,
        [id, owner, name, Buffer.from(id), revoked, ids.length],
      )
    }
    const migration = new URL(
      '../../../../platform/db/prisma/migrations/20261122043000_api_keys/migration.sql',
      import.meta.url,
    )
    await pool.query(await readFile(migration, 'utf8'))
    const { rows: after } = await pool.query('SELECT name FROM api_key ORDER BY created_at')
    const suffix = (i: number) => ` (${ids[i]!.slice(-12)})`
    expect(after.map(({ name }) => name)).toEqual([
      'Same',
      'Same',
      `Same${suffix(2)}`,
      `Same${suffix(3)}`,
      'x'.repeat(100),
      `${'x'.repeat(80)}${suffix(5)}`,
      'Same',
    ])
  } finally {
    await pool.end()
    await old.close()
  }
})

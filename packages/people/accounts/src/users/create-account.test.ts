import { auditLedger, readBalance } from '@gleaner/billing'
import { createDatabase, createPool, type Database } from '@gleaner/db'
import { generateApiKey } from '@gleaner/security/api-key'
import { verifyPassword } from '@gleaner/security/password'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { addApiKey } from '../api-keys/new-api-key.ts'
import { createKeyVerifier } from '../api-keys/verify-key.ts'
import { createAccount, type NewAccount } from './create-account.ts'
import { findAccountByEmail } from './find-account.ts'

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

const DEPOSIT = { amountMicros: 1_000_000n, note: 'welcome' }

function newAccount(email: string): NewAccount & { apiKeys: [{ name: string; key: string }] } {
  const { key } = generateApiKey('live')
  return { name: 'Ann', email, password: 'long enough', apiKeys: [{ name: 'First', key }], deposit: DEPOSIT }
}

async function countAll(): Promise<number[]> {
  const prisma = await db.prisma()
  return await Promise.all([
    prisma.account.count(),
    prisma.user.count(),
    prisma.apiKey.count(),
    prisma.balance.count(),
    prisma.ledgerEntry.count(),
  ])
}

test('an account has its user, key, balance and deposit from the first moment', async () => {
  const account = newAccount('ann@example.com')
  const { id } = await createAccount(db, account)
  expect(await findAccountByEmail(db, 'ann@example.com')).toEqual({ id })
  expect(await findAccountByEmail(db, 'bob@example.com')).toBeUndefined()
  const caller = await createKeyVerifier(db.pool).verify(account.apiKeys[0].key)
  expect(caller).toMatchObject({ accountId: id, test: false, enterprise: false })
  expect(await readBalance(db.pool, id)).toMatchObject({ availableMicros: 1_000_000n, heldMicros: 0n })
  const user = await (await db.prisma()).user.findFirstOrThrow({ where: { accountId: id } })
  expect(await verifyPassword('long enough', user.passwordHash)).toBe(true)
  expect(await auditLedger(db.pool)).toEqual([])
})

test.each<[string, (taken: NewAccount) => Partial<NewAccount>, RegExp]>([
  ['its address is taken', ({ email }) => ({ email }), /an account already/],
  ['its key is another account’s', ({ apiKeys }) => ({ apiKeys: apiKeys! }), /Unique constraint/],
  ['billing refuses its deposit', () => ({ deposit: { amountMicros: -1n, note: '' } }), /balance/],
])('when %s, nothing of it is left', async (_, change, error) => {
  const taken = newAccount(`${Math.random()}@example.com`)
  await createAccount(db, taken)
  const before = await countAll()
  const refused = createAccount(db, { ...newAccount(`${Math.random()}@example.com`), ...change(taken) })
  await expect(refused).rejects.toThrow(error)
  expect(await countAll()).toEqual(before)
})

test('further keys belong to the account, and one that is there already is left as it is', async () => {
  const account = newAccount('keys@example.com')
  const { id } = await createAccount(db, account)
  const verifier = createKeyVerifier(db.pool)
  const { key } = generateApiKey('test')
  await addApiKey(db, id, { name: 'First', key })
  expect(await verifier.verify(key)).toMatchObject({ accountId: id, test: true })
  await addApiKey(db, id, { name: 'Another name', key: account.apiKeys[0].key })
  expect(await (await db.prisma()).apiKey.count({ where: { accountId: id } })).toBe(2)
  await expect(addApiKey(db, id, { name: 'No key', key: 'sk_live_short' })).rejects.toThrow('well-formed')
})

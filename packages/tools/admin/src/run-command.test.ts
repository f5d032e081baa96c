import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyVerifier } from '@gleaner/accounts'
import { auditLedger, readBalance } from '@gleaner/billing'
import { createPool, type Pool } from '@gleaner/db'
import { verifyPassword } from '@gleaner/security/password'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { runCommand } from './run-command.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url })
})

afterAll(async () => {
  await pool.end()
  await database.close()
})

const admin = (...args: string[]) => runCommand(args, { DATABASE_URL: database.url })
const adminJson = async (...args: string[]) => JSON.parse(await admin(...args, '--json'))

describe('create-account', () => {
  test('opens an account whose key works, whose password is stored as a hash, and whose balance is in the ledger', async () => {
    const shown = await adminJson('create-account', '--email', 'First@Example.com', '--credits', '12.5')
    expect(shown).toMatchObject({ email: 'first@example.com', credits: 12.5 })
    const caller = await createKeyVerifier(pool).verify(shown.api_key)
    expect(caller).toMatchObject({ accountId: shown.account_id, test: false, enterprise: false })
    expect((await readBalance(pool, shown.account_id)).availableMicros).toBe(2_500n)
    const { rows } = await pool.query('SELECT password_hash FROM app_user WHERE account_id = $1', [
      shown.account_id,
    ])
    expect(await verifyPassword(shown.password, rows[0].password_hash)).toBe(true)
    expect(await auditLedger(pool)).toEqual([])
  })

  test('gives 5,000 credits unless told otherwise', async () => {
    const { account_id } = await adminJson('create-account', '--email', 'plain@example.com')
    expect((await readBalance(pool, account_id)).availableMicros).toBe(1_000_000n)
  })

  test('refuses an address that has an account, and leaves nothing behind', async () => {
    await admin('create-account', '--email', 'twice@example.com')
    await expect(admin('create-account', '--email', 'twice@example.com')).rejects.toThrow('create-key')
    const { rows } = await pool.query(
      "SELECT count(*)::int AS count FROM account WHERE name = 'twice@example.com'",
    )
    expect(rows[0].count).toBe(1)
  })
})

test('create-key makes live and test keys for the account of a user', async () => {
  const { account_id } = await adminJson('create-account', '--email', 'keys@example.com')
  const verifier = createKeyVerifier(pool)
  for (const [switches, isTest] of [
    [[], false],
    [['--test'], true],
  ] as const) {
    const { api_key } = await adminJson('create-key', '--email', 'keys@example.com', ...switches)
    expect(await verifier.verify(api_key)).toMatchObject({ accountId: account_id, test: isTest })
  }
})

test('add-credits deposits what it says, and what has a reference once', async () => {
  await admin('create-account', '--email', 'credits@example.com', '--credits', '1')
  const shown = await adminJson('add-credits', '--email', 'credits@example.com', '--credits', '99')
  expect(shown).toMatchObject({ deposited_credits: 99, available_credits: 100 })

  const once = [
    'add-credits',
    '--email',
    'credits@example.com',
    '--credits',
    '50',
    '--reference',
    'invoice 7',
  ]
  await admin(...once)
  expect(await adminJson(...once)).toMatchObject({ available_credits: 150 })
})

test('list-accounts shows the newest first, without secrets', async () => {
  await admin('create-account', '--email', 'listed@example.com', '--enterprise')
  const [newest] = await adminJson('list-accounts', '--limit', '1')
  expect(newest).toMatchObject({
    users: 'listed@example.com',
    keys: 1,
    enterprise: 'yes',
    available_credits: 5_000,
  })
  expect(await admin('list-accounts')).not.toMatch(/sk_live|argon2/)
})

describe('mistakes are told with what to do', () => {
  test.each([
    [['create-acount'], 'There is no command "create-acount"'],
    [['create-account'], '--email must be given'],
    [['create-account', '--email', 'nobody'], '--email must be an e-mail address'],
    [['create-account', '--email', 'a@example.com', '--credits', '-1'], '--credits'],
    [
      ['create-account', '--email', 'a@example.com', '--credits', 'many'],
      '--credits must be a number above 0',
    ],
    [['create-account', '--email', 'a@example.com', '--credits', '1e300'], '--credits'],
    [['create-account', '--mail', 'a@example.com'], '--mail'],
    [['create-key', '--email', 'stranger@example.com'], 'No account has a user stranger@example.com'],
  ])('%j', async (args, message) => {
    await expect(admin(...args)).rejects.toThrow(message)
  })

  test('no database is known', async () => {
    const home = await mkdtemp(join(tmpdir(), 'gleaner-admin-'))
    const env = { GLEANER_HOME: home }
    try {
      await expect(runCommand(['list-accounts'], env)).rejects.toThrow('Set DATABASE_URL')
      await writeFile(join(home, 'dev.json'), JSON.stringify({ database_url: database.url }))
      expect(await runCommand(['list-accounts', '--limit', '1'], env)).toContain('account_id')
    } finally {
      await rm(home, { recursive: true })
    }
  })
})

test('a command may be called by its thing first', async () => {
  const { account_id } = await adminJson('account', 'create', '--email', 'noun-first@example.com')
  const [newest] = await adminJson('accounts', 'list', '--limit', '1')
  expect(newest).toMatchObject({ account_id })
  expect(await admin('keys', 'rotate', '--help')).toContain('Usage: admin rotate-keys')
  await expect(admin('keys', 'turn')).rejects.toThrow('There is no command "keys"')
})

test('--help shows every command, and the options of one', async () => {
  for (const word of ['create-account', 'create-key', 'add-credits', 'list-accounts']) {
    expect(await admin('--help')).toContain(word)
    expect(await admin(word, '--help')).toContain(`Usage: admin ${word}`)
  }
})

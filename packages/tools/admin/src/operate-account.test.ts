import { createKeyVerifier } from '@gleaner/accounts'
import { createPool, type Pool } from '@gleaner/db'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runCommand } from './run-command.ts'

let database: TestDatabase
let pool: Pool
let account: { account_id: string; api_key: string }
const email = 'someone@example.com'
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url })
  account = await adminJson('create-account', '--email', email, '--actor', 'ann')
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

const admin = (...args: string[]) => runCommand(args, { DATABASE_URL: database.url })
const adminJson = async (...args: string[]) => JSON.parse(await admin(...args, '--json'))
/** A verifier that remembers nothing yet: what another gateway says. */
const verify = () => createKeyVerifier(pool).verify(account.api_key)

test('a blocked account is refused, until it is let in again', async () => {
  expect(await adminJson('block-account', '--email', email)).toMatchObject({ blocked: 'yes', changed: 'yes' })
  await expect(verify()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await adminJson('list-accounts'))[0].blocked).toBe('yes')
  expect(await adminJson('block-account', '--email', email)).toMatchObject({ changed: 'no' })
  await admin('unblock-account', '--account', account.account_id)
  expect(await verify()).toMatchObject({ accountId: account.account_id })
})

test('limits of its own replace those of the tier, one by one, and go again', async () => {
  await admin('set-limits', '--email', email, '--enterprise', 'on', '--requests-per-minute', '77')
  expect(await verify()).toMatchObject({
    enterprise: true,
    rateLimits: { requestsPerMinute: 77, concurrency: 500 },
  })
  await admin('set-limits', '--email', email, '--enterprise', 'off', '--requests-per-minute', 'tier')
  expect(await verify()).toMatchObject({
    enterprise: false,
    rateLimits: { requestsPerMinute: 30, concurrency: 3 },
  })
})

test('a second factor that was lost is turned off, with its recovery codes', async () => {
  const { rows } = await pool.query('SELECT id FROM app_user WHERE email = $1', [email])
  await pool.query("INSERT INTO second_factor (user_id, secret, confirmed_at) VALUES ($1, '\\x01', now())", [
    rows[0].id,
  ])
  await pool.query("INSERT INTO recovery_code (user_id, hash) VALUES ($1, '\\x01')", [rows[0].id])
  expect(await adminJson('remove-second-factor', '--email', email)).toEqual({ email, second_factor: 'off' })
  const left = await pool.query('SELECT FROM second_factor UNION ALL SELECT FROM recovery_code')
  expect(left.rowCount).toBe(0)
  await expect(admin('remove-second-factor', '--email', email)).rejects.toThrow(
    'nobody who has a second factor',
  )
})

test.each([
  [['set-limits', '--email', email], 'at least one of'],
  [['set-limits', '--email', email, '--requests-per-minute', '1.5'], 'whole number'],
  [['set-limits', '--email', email, '--requests-per-minute', '2000000'], 'whole number'],
  [['set-limits', '--email', email, '--enterprise', 'yes'], 'on or off'],
  [['block-account'], '--email or --account'],
  [['block-account', '--account', 'nobody'], 'There is no account nobody'],
])('%j is told with what to do', async (args, message) => {
  await expect(admin(...args)).rejects.toThrow(message)
})

test('every act stands in the audit log, with who did it, and what changed nothing does not', async () => {
  await admin(
    'add-credits',
    '--email',
    email,
    '--credits',
    '5',
    '--reference',
    'r1',
    '--note',
    'for ann@example.com',
  )
  await admin('add-credits', '--email', email, '--credits', '5', '--reference', 'r1')
  await admin('create-key', '--email', email, '--actor', 'bob')
  const entries = await adminJson('list-audit', '--email', email)
  const acts = entries.map(({ actor, action }: Record<string, string>) => [actor, action]).reverse()
  const here = acts[1][0]
  expect(here).toMatch(/^operator:.+@.+/)
  expect(acts).toEqual([
    ['operator:ann', 'account.created'],
    [here, 'account.blocked'],
    [here, 'account.unblocked'],
    [here, 'account.limits_set'],
    [here, 'account.limits_set'],
    [here, 'second_factor.disabled'],
    [here, 'credits.granted'],
    ['operator:bob', 'api_key.created'],
  ])
  expect(JSON.stringify(entries)).not.toMatch(/ann@example|sk_live/)
  expect(await adminJson('list-audit', '--limit', '1')).toEqual([entries[0]])
})

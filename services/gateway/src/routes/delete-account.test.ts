import { ADDRESS_TABLES, TABLES } from '@gleaner/account-deletion/tables'
import { answerRegistrationRequests, requestPasswordReset, requestRegistration } from '@gleaner/accounts'
import { uuidv7 } from '@gleaner/contracts'
import { createSecretBox } from '@gleaner/security/secret-box'
import { eventually, untilBlocked } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { eraseAccounts } from '../testing/erase-accounts.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1' })
})
// Audits the ledger.
afterAll(() => fixture.close())

const remove = (account: TestAccount, body?: unknown, query = '') =>
  fixture.asUser(account, 'DELETE', `/auth/account${query}`, body)
const sure = ({ password }: TestAccount) => ({ password, confirm: true })

async function tablesWith(column: string): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.column_name = $1 ORDER BY 1`,
    [column],
  )
  return rows.map(({ name }) => name)
}

/** Rows of the account, by table. */
async function rowsOf(account: TestAccount): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await tablesWith('account_id')) {
    const { rowCount } = await fixture.pool.query(`SELECT FROM ${table} WHERE account_id = $1`, [account.id])
    if (rowCount) counts[table] = rowCount
  }
  return counts
}

/** Every text of the database in which one of these stands, by table. */
async function findText(texts: string[]): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  )
  const found = []
  for (const { name } of rows) {
    const { rowCount } = await fixture.pool.query(
      `SELECT FROM ${name} AS row WHERE EXISTS (SELECT FROM unnest($1::text[]) AS t WHERE row::text LIKE '%' || t || '%')`,
      [texts],
    )
    if (rowCount) found.push(name)
  }
  return found
}

/** An invitation, and what asking for a password or an account in their name leaves. */
async function leaveMailsBehind({ email }: TestAccount): Promise<void> {
  const owner = await fixture.account(0)
  const { body } = await fixture.asUser(owner, 'POST', '/organizations', { name: 'Host' })
  const invited = await fixture.asUser(owner, 'POST', `/organizations/${body.id}/invitations`, { email })
  expect(invited.status).toBe(201)
  const outbox = {
    db: fixture.db,
    secretBox: createSecretBox(fixture.env.ENCRYPTION_KEYS!),
    publicUrl: fixture.url,
  }
  const registration = { email, password: 'a good long password' }
  await requestRegistration(fixture.pool, registration)
  expect(await answerRegistrationRequests(outbox)).toBe(1)
  await requestRegistration(fixture.pool, registration)
  await requestPasswordReset(fixture.pool, email)
  await fixture.request('/api/v1/support/tickets/public', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, subject: 'Hello', message: 'Hi' }),
  })
  expect((await findText([email])).sort()).toEqual([...ADDRESS_TABLES, 'app_user'].sort())
}

test('every table of accounts has its place in the list of what becomes of it', async () => {
  expect(await tablesWith('account_id')).toEqual([...Object.values(TABLES).flat(), 'app_user'].sort())
})

test('every table of addresses is in the list of what is forgotten with one', async () => {
  expect(await tablesWith('email')).toEqual([...ADDRESS_TABLES, 'app_user'].sort())
})

test('every table of users follows its user', async () => {
  const { rows } = await fixture.pool.query<{ name: string }>(
    `SELECT conrelid::regclass::text AS name FROM pg_constraint
     WHERE contype = 'f' AND confrelid = 'app_user'::regclass AND confdeltype IN ('c', 'n')`,
  )
  const follow = new Set(rows.map(({ name }) => name))
  expect((await tablesWith('user_id')).filter((table) => !follow.has(table))).toEqual([])
})

test('a deleted account leaves nothing of a person, and books that still add up', async () => {
  const account = await fixture.account()
  const proxy = { name: 'mine', url: 'http://user:secret@proxy.example.com:8080' }
  await fixture.request('/api/v1/proxies', {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
    body: JSON.stringify(proxy),
  })
  await fixture.asUser(account, 'POST', '/api-keys', { name: 'another' }, { 'Idempotency-Key': 'once' })
  const name = `canary-${uuidv7()}`
  const { body: job } = await fixture.scrape(account, { url: `${fixture.site.url}/plain?${name}` })
  expect(job.billing.total_credits).toBe(1)
  const file = `${job.job_id}/screenshot.png`
  await fixture.files.store.put(file, Buffer.from('pixels'), { contentType: 'image/png', ttlMs: 60_000 })
  await fixture.pool.query(`UPDATE job_page SET page = replace(page, '"title"', $2) WHERE job_id = $1`, [
    job.job_id,
    `"screenshot_url": "https://x/api/v1/files/${file}?expires=1", "title"`,
  ])
  await fixture.pool.query('UPDATE account SET name = $2 WHERE id = $1', [account.id, name])
  await leaveMailsBehind(account)
  const spent = await fixture.balance(account)

  expect((await remove(account, sure(account))).body).toEqual({ status: 'deleted' })
  await eraseAccounts(fixture)
  const left = await rowsOf(account)
  expect(Object.keys(left).filter((table) => !TABLES.kept.some((kept) => kept === table))).toEqual([])
  expect(left.ledger_entry).toBe(4)
  expect(await fixture.balance(account)).toEqual(spent)
  expect(await findText([account.email, name, 'proxy.example.com'])).toEqual([])
  expect(await fixture.files.store.open(file)).toBeUndefined()

  await eventually(async () => {
    expect((await fixture.get(account, '/auth/me')).status).toBe(401)
    expect((await fixture.asUser(account, 'GET', '/auth/me')).status).toBe(401)
  })
  const login = await fixture.request('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: account.email, password: account.password }),
  })
  expect(login.status).toBe(401)
})

test('the mail that the scheduler is writing to them is waited for', async () => {
  const account = await fixture.account()
  await requestRegistration(fixture.pool, { email: account.email, password: 'a good long password' })
  let removed: Promise<{ status: number }> | undefined
  await fixture.db.transaction(async ({ sql }) => {
    await sql.query('DELETE FROM registration_request WHERE email = $1', [account.email])
    removed = remove(account, sure(account))
    await untilBlocked(fixture.pool)
    await sql.query(
      "INSERT INTO mail (id, user_id, content, expires_at) VALUES (gen_random_uuid(), $1, 'sealed', now())",
      [account.userId],
    )
  })
  expect((await removed!).status).toBe(200)
  const { rowCount } = await fixture.pool.query('SELECT FROM mail WHERE user_id = $1', [account.userId])
  expect(rowCount).toBe(0)
})

test('jobs under way end, their callers are told, and their holds come back', async () => {
  const account = await fixture.account()
  const waiting = fixture.scrape(account, { url: `${fixture.site.url}/slow?ms=3000` })
  const queued = await fixture.scrape(account, { url: `${fixture.site.url}/slow?ms=3000`, sync: false })
  await eventually(async () => {
    const { rowCount } = await fixture.pool.query(
      "SELECT FROM job WHERE account_id = $1 AND status = 'running'",
      [account.id],
    )
    expect(rowCount).toBe(2)
  })
  expect((await remove(account, sure(account))).status).toBe(200)
  const { status, body } = await waiting
  expect([status, body.error]).toEqual([403, 'FORBIDDEN'])
  expect(await fixture.balance(account)).toEqual([1_000_000, 0])
  // A gateway believes for half a second what it has read of a key.
  await eventually(async () =>
    expect((await fixture.get(account, `/jobs/${queued.body.job_id}`)).status).toBe(401),
  )
  // What its worker brings is thrown away.
  await eraseAccounts(fixture)
  expect((await rowsOf(account)).job).toBeUndefined()
})

test('what late requests leave is erased by the scheduler', async () => {
  const account = await fixture.account()
  await remove(account, sure(account))
  await fixture.pool.query(
    `INSERT INTO job (id, account_id, status, url, host, mode, spec, plan, tier, deadline_at)
     SELECT gen_random_uuid(), $1, 'pending', 'http://late.example/', 'late.example', 'auto', '{"method": "GET"}', '{}', '1', now()
     FROM generate_series(1, 3)`,
    [account.id],
  )
  const messages: string[] = []
  await eraseAccounts(fixture, { publish: (channel: string) => void messages.push(channel) })
  expect((await rowsOf(account)).job).toBeUndefined()
  // Who waits for each is told; nobody followed them over a live feed.
  expect(messages.filter((channel) => channel.startsWith('jobs.'))).toHaveLength(3)
})

test.each<[string, unknown, string, string]>([
  ['no password', { confirm: true }, '', 'password'],
  ['no confirmation', { password: 'long enough' }, '', 'confirm'],
  ['confirm: false', { password: 'long enough', confirm: false }, '', 'confirm'],
  ['a wrong password', { password: 'not that one', confirm: true }, '', 'password'],
  ['nothing', undefined, '', 'password'],
  ['a word for confirm', undefined, '?password=long%20enough&confirm=perhaps', 'confirm'],
])('with %s it is refused', async (_, body, query, path) => {
  const account = await fixture.account()
  const { status, body: reply } = await remove(account, body, query)
  expect([status, reply.details.issues[0].path]).toEqual([400, path])
  expect((await fixture.asUser(account, 'GET', '/auth/me')).status).toBe(200)
})

test('published clients say it in the query', async () => {
  const account = await fixture.account()
  expect((await remove(account, undefined, '?password=long%20enough&confirm=true')).status).toBe(200)
  expect(JSON.stringify(fixture.logs)).not.toContain('long%20enough')
})

test('a key cannot do it, and it is done once however often it is asked', async () => {
  const account = await fixture.account()
  const byKey = await fixture.request('/api/v1/auth/account', {
    method: 'DELETE',
    headers: { 'X-API-Key': account.key },
  })
  expect(byKey.status).toBe(401)
  const statuses = (await Promise.all([1, 2, 3].map(() => remove(account, sure(account))))).map(
    ({ status }) => status,
  )
  expect(statuses).toContain(200)
  const { rowCount } = await fixture.pool.query(
    "SELECT FROM audit_entry WHERE account_id = $1 AND action = 'account.deleted'",
    [account.id],
  )
  expect(rowCount).toBe(1)
})

test('the owner of an organization is told to hand it over first', async () => {
  const account = await fixture.account()
  const { body } = await fixture.asUser(account, 'POST', '/organizations', { name: 'Acme' })
  const { status, body: refused } = await remove(account, sure(account))
  expect([status, refused.details.organizations]).toEqual([409, [{ id: body.id, name: 'Acme' }]])
  expect((await fixture.asUser(account, 'GET', '/auth/me')).status).toBe(200)
})

import { randomBytes } from 'node:crypto'
import { EXPORTED, type ExportedTable, NOT_EXPORTED } from '@gleaner/account-export'
import { createSecretBox } from '@gleaner/security/secret-box'
import { answerTicket } from '@gleaner/support'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eraseAccounts } from '../testing/erase-accounts.ts'
import { findInFiles, findInRedis, findInTables } from '../testing/find-in-stores.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'development', SUPPORT_EMAIL: 'operator@example.com' })
})
afterAll(() => fixture.close())

interface Planted {
  account: TestAccount
  /** What the account may read again, and what is sealed. */
  open: string[]
  secret: string[]
}

/** One of each thing that an account can leave, each with a text of its own. */
async function plant(): Promise<Planted> {
  const account = await fixture.account(10_000_000)
  const open: string[] = []
  const secret: string[] = []
  const random = () => randomBytes(6).toString('hex')
  const shown = (what: string) => open[open.push(`open-${what}-${random()}`) - 1]!
  const hidden = (what: string) => secret[secret.push(`hidden-${what}-${random()}`) - 1]!
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const reply = await fixture.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    expect([path, reply.status < 300, reply.body]).toEqual([path, true, reply.body])
    return reply.body
  }
  const site = fixture.site.url
  await fixture.pool.query('UPDATE account SET name = $2 WHERE id = $1', [account.id, shown('name')])
  await fixture.asUser(account, 'POST', '/api-keys', { name: shown('key') })
  await post('/proxies', { name: shown('proxy'), url: `http://u:${hidden('proxy')}@proxy.example.com:8080` })
  await post('/llm-keys', { name: shown('llm'), provider: 'openai', api_key: `sk-${hidden('llm')}` })
  await post(
    '/templates',
    { name: shown('template'), fields: { heading: 'h1' } },
    { 'Idempotency-Key': shown('reply') },
  )
  await post('/webhooks', { name: shown('webhook'), url: `https://hooks.example.com/${shown('hook')}` })
  await post('/sessions', {
    name: shown('session'),
    domain: 'example.com',
    cookies: { sid: hidden('cookie') },
  })
  const hook = `https://hooks.example.com/${shown('named')}`
  const job = await post('/scrape', { url: `${site}/plain?${shown('job')}`, webhook_url: hook })
  await post('/scrape', { url: `${site}/plain`, headers: { 'X-Key': hidden('header') } })
  await post('/scrape', { url: `${site}/plain?${shown('cached')}`, cache: true })
  await post('/batch', { urls: [`${site}/plain?${shown('batch')}`] })
  await post('/crawl', { url: `${site}/${shown('crawl')}` })
  await post('/search', { query: shown('query') })
  await post('/support/tickets', { subject: shown('subject'), message: shown('question') })
  const { id: ticket } = await post('/support/tickets', { subject: 'Answered', message: 'x' })
  const support = {
    secretBox: createSecretBox(fixture.env.ENCRYPTION_KEYS!),
    publicUrl: fixture.url,
    supportEmail: undefined,
  }
  await fixture.db.transaction(({ sql }) => answerTicket(sql, support, ticket, shown('answer')))
  await post('/support/tickets/public', { email: account.email, subject: shown('public'), message: 'x' })
  const slack = { type: 'slack', url: `https://hooks.slack.com/${hidden('slack')}` }
  const rule = {
    name: shown('rule'),
    type: 'daily_failure_count',
    threshold: 1,
    domain: `${shown('domain')}.example`,
  }
  const { id } = await post('/alerts/rules', { ...rule, channels: [slack, { type: 'email' }] })
  await fixture.pool.query(
    `INSERT INTO alert_event (id, account_id, rule_id, rule_name, type, status, threshold, message)
     VALUES (gen_random_uuid(), $1, $2, 'r', 'daily_failure_count', 'fired', 1, $3)`,
    [account.id, id, shown('alert')],
  )
  const file = `${job.job_id}/screenshot.png`
  const pixels = shown('pixels')
  await fixture.files.store.put(file, Buffer.from(pixels), { contentType: 'image/png', ttlMs: 60_000 })
  open.splice(open.indexOf(pixels), 1)
  await fixture.pool.query(`UPDATE job_page SET page = replace(page, '"title"', $2) WHERE job_id = $1`, [
    job.job_id,
    `"${shown('page')}": 1, "screenshot_url": "https://x/api/v1/files/${file}?expires=1", "title"`,
  ])
  await eventually(async () => {
    const { rowCount } = await fixture.pool.query('SELECT FROM job WHERE account_id = $1 AND finished_at IS NULL AND batch_id IS NULL', [account.id]) // biome-ignore format: a row
    expect(rowCount).toBe(0)
  })
  return { account, open, secret: [...secret, pixels] }
}

const download = (account: TestAccount) => fixture.asUser(account, 'GET', '/account/export')

/** Tables of a list, with those below them. */
const namesOf = (tables: readonly ExportedTable[]): string[] =>
  tables.flatMap(({ from, parts = [] }) => [from, ...namesOf(parts)])

describe('an export', () => {
  test('has its place for every table, and a reason for each that is left out', async () => {
    const { rows } = await fixture.pool.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE '\\_prisma%'",
    )
    const listed = new Set([...namesOf(EXPORTED), ...Object.keys(NOT_EXPORTED)])
    expect([...listed].sort()).toEqual(rows.map(({ name }) => name).sort())
    expect(namesOf(EXPORTED).filter((name) => name in NOT_EXPORTED)).toEqual([])
  })

  test('leaves out every column of bytes: they are sealed, or hashes', async () => {
    const { rows } = await fixture.pool.query<{ table: string; column: string }>(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns
       WHERE table_schema = 'public' AND (data_type = 'bytea' OR column_name LIKE '%password%')`,
    )
    const shown: string[] = []
    const look = ({ from: table, omit = [], parts = [] }: ExportedTable) => {
      for (const { column } of rows.filter((row) => row.table === table))
        if (!omit.includes(column)) shown.push(`${table}.${column}`)
      parts.forEach(look)
    }
    EXPORTED.forEach(look)
    expect(shown).toEqual([])
  })

  test('holds all that was left, whole and once, nothing sealed, and nothing of others', async () => {
    const { account, open, secret } = await plant()
    const other = await fixture.account()
    const foreign = 'open-of-another'
    await fixture.asUser(other, 'POST', '/api-keys', { name: foreign })
    await fixture.asUser(other, 'POST', '/support/tickets', { subject: foreign, message: foreign })
    // More than a slice.
    await fixture.pool.query(
      `INSERT INTO search (id, account_id, cost_micros) SELECT gen_random_uuid(), $1, 0 FROM generate_series(1, 450)`,
      [account.id],
    )
    const { status, headers, body } = await download(account)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
    const lines = (body as string)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.at(-1)).toEqual({ table: 'end', rows: lines.length - 1 })
    expect(new Set(lines.map((line) => JSON.stringify(line))).size).toBe(lines.length)
    expect(lines.filter(({ table }) => table === 'search').length).toBeGreaterThan(450)
    expect(open.filter((text) => !body.includes(text) && !text.startsWith('open-reply'))).toEqual([])
    for (const text of [...secret, foreign, other.email, other.id]) expect(body).not.toContain(text)
  })

  test('is for the person alone, and of an organization for its owner', async () => {
    const account = await fixture.account()
    expect((await fixture.get(account, '/account/export')).status).toBe(401)
    const { body: organization } = await fixture.asUser(account, 'POST', '/organizations', { name: 'Acme' })
    const member = await fixture.account()
    await fixture.pool.query("INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, 'admin')", [
      organization.id,
      member.userId,
    ])
    const headers = { 'X-Organization-Id': organization.id }
    expect((await fixture.asUser(member, 'GET', '/account/export', undefined, headers)).status).toBe(403)
    const { body } = await fixture.asUser(account, 'GET', '/account/export', undefined, headers)
    expect(body).toContain('"table":"organization"')
    expect(body).not.toContain(account.email)
  })
})

test('a deletion deletes: nothing that was planted is left in a table, in Redis or in a file', async () => {
  const { account, open, secret } = await plant()
  const texts = [...open, ...secret, account.email]
  const everywhere = () =>
    Promise.all([
      findInTables(fixture.pool, texts),
      findInRedis(fixture.env.REDIS_URL!, texts),
      findInFiles(fixture.env.STORAGE_DIR!, texts),
    ])
  const [before, , files] = await everywhere()
  for (const text of open) expect(before.some((hit) => hit.endsWith(text))).toBe(true)
  expect(files).toHaveLength(1)
  const deleted = { password: account.password, confirm: true }
  expect((await fixture.asUser(account, 'DELETE', '/auth/account', deleted)).status).toBe(200)
  await eraseAccounts(fixture)
  expect(await everywhere()).toEqual([[], [], []])
  const left = await findInTables(fixture.pool, [account.id])
  const tables = left.map((hit) => hit.split(':')[0])
  expect(tables.filter((table) => !KEPT.includes(table!))).toEqual([])
})

/** Where the id of a deleted account stays, as docs/decisions/0127-account-deletion.md says. */
const KEPT = [
  'account',
  'audit_entry',
  'balance',
  'call_hold',
  'checkout',
  'ledger_checkpoint',
  'ledger_entry',
]

import { createPool, type Pool } from '@gleaner/db'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runCommand } from './run-command.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url, max: 1 })
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

const admin = (...args: string[]) => runCommand(args, { DATABASE_URL: database.url })
const adminJson = async (...args: string[]) => JSON.parse(await admin(...args, '--json'))
const create = (...more: string[]) => adminJson('create-oauth-client', '--name', 'Tool', ...more)
/** Without what every installation has. */
const own = async () =>
  (await adminJson('list-oauth-clients')).filter(({ origin }: { origin: string }) => origin !== 'built_in')
const URI = 'https://tool.example/callback'

test('a client is registered, its addresses and its secret are changed, and it is removed; all of it is audited', async () => {
  const { client_id, client_secret } = await create('--redirect-uri', URI)
  expect(client_secret).toMatch(/^[\w-]{43}$/)
  const about = ['--client-id', client_id]
  await admin('add-redirect-uri', ...about, '--redirect-uri', 'https://b.example/')
  await admin('add-redirect-uri', ...about, '--redirect-uri', 'https://b.example/')
  const listed = await own()
  expect(listed).toMatchObject([
    {
      client_id,
      kind: 'confidential',
      keys: 0,
      redirect_uris: [URI, 'https://b.example/'],
    },
  ])
  const removed = await adminJson('remove-redirect-uri', ...about, '--redirect-uri', URI)
  expect(removed.redirect_uris).toEqual(['https://b.example/'])
  const { client_secret: second } = await adminJson('rotate-oauth-secret', ...about)
  expect(second).not.toBe(client_secret)

  const { rows } = await pool.query(
    'SELECT row_to_json(c)::text AS stored FROM oauth_client c WHERE id = $1',
    [client_id],
  )
  expect(rows[0].stored + (await admin('list-oauth-clients'))).not.toMatch(
    new RegExp(`${client_secret}|${second}`),
  )
  expect(await adminJson('delete-oauth-client', ...about)).toEqual({ client_id, revoked_keys: 0 })
  expect(await own()).toEqual([])

  const audit = await pool.query('SELECT action FROM audit_entry WHERE target = $1 ORDER BY id', [
    `oauth_client:${client_id}`,
  ])
  expect(audit.rows.map(({ action }) => action.replace('oauth_client.', ''))).toEqual([
    'created',
    'redirect_uri_added',
    'redirect_uri_removed',
    'secret_rotated',
    'deleted',
  ])
})

test('a public client has no secret, and gets none', async () => {
  const { client_id, client_secret } = await create('--public', '--first-party')
  expect(client_secret).toBeNull()
  expect(await admin('create-oauth-client', '--name', 'Tool', '--public')).toMatch(/client_secret +\(none\)/)
  const listed = await adminJson('list-oauth-clients')
  expect(listed).toContainEqual(expect.objectContaining({ client_id, kind: 'public, first party' }))
  await expect(admin('rotate-oauth-secret', '--client-id', client_id)).rejects.toThrow('with a secret')
})

test('an operator chooses the id of a client, and gives it addresses of the machine that it runs on', async () => {
  const about = ['--client-id', 'my-tool.1', '--redirect-uri', 'http://127.0.0.1/callback']
  expect(await create(...about)).toEqual({
    client_id: 'my-tool.1',
    client_secret: expect.any(String),
    name: 'Tool',
    redirect_uris: ['http://127.0.0.1/callback'],
  })
  await expect(create(...about)).rejects.toThrow('There is an OAuth client my-tool.1 already')
  const local = await runCommand(
    ['create-oauth-client', '--name', 'Tool', '--redirect-uri', 'http://localhost:3000/cb', '--json'],
    { DATABASE_URL: database.url, NODE_ENV: 'development' },
  )
  expect(JSON.parse(local).redirect_uris).toEqual(['http://localhost:3000/cb'])
})

test('the command line of the house is there from the beginning, and stays as it is', async () => {
  const cli = async () =>
    (await adminJson('list-oauth-clients')).find(({ origin }: { origin: string }) => origin === 'built_in')
  const before = await cli()
  expect(before).toMatchObject({ client_id: 'gleaner-cli', kind: 'public, first party' })
  const about = ['--client-id', 'gleaner-cli']
  for (const change of [
    ['delete-oauth-client'],
    ['rotate-oauth-secret'],
    ['add-redirect-uri', '--redirect-uri', URI],
    ['remove-redirect-uri', '--redirect-uri', 'http://127.0.0.1/callback'],
  ])
    await expect(admin(...change, ...about)).rejects.toThrow('is built in')
  await expect(create(...about)).rejects.toThrow('There is an OAuth client gleaner-cli already')
  expect(await cli()).toEqual(before)
})

test.each([
  [['create-oauth-client', '--name', ' '], '--name must be'],
  [['create-oauth-client', '--name', 'x'.repeat(61)], '--name must be'],
  [['create-oauth-client', '--name', 'a\nb'], '--name must be'],
  [['create-oauth-client', '--name', 'a', '--redirect-uri', 'http://a.example/'], 'https://'],
  [['create-oauth-client', '--name', 'a', '--redirect-uri', 'http://localhost:1/'], 'in development'],
  [['create-oauth-client', '--name', 'a', '--redirect-uri', 'https://127.0.0.1/'], 'in development'],
  [['create-oauth-client', '--name', 'a', '--client-id', 'https://a.example/'], '--client-id must be'],
  [['create-oauth-client', '--name', 'a', '--redirect-uri', 'https://*.a.example/'], 'must name a host'],
  [['add-redirect-uri', '--client-id', 'x', '--redirect-uri', URI], 'There is no OAuth client x'],
  [['remove-redirect-uri', '--client-id', 'x', '--redirect-uri', URI], 'There is no OAuth client x'],
  [['rotate-oauth-secret', '--client-id', 'x'], 'There is no OAuth client x'],
  [['delete-oauth-client', '--client-id', 'x'], 'There is no OAuth client x'],
])('a mistake is told with what to do: %j', async (args, message) => {
  await expect(admin(...args)).rejects.toThrow(message)
})

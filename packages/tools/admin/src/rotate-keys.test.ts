import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAccount, noteMailbox, totpContext } from '@gleaner/accounts'
import { createKeyCheck, replaceKeyCheck } from '@gleaner/connections'
import { uuidv7 } from '@gleaner/contracts'
import { createDatabase, createPool, type Database } from '@gleaner/db'
import { openSecrets, sealSecrets } from '@gleaner/jobs/secrets'
import {
  openHeaders,
  readBatchHeaders,
  readSecrets,
  rotateSecret,
  sealHeaders,
} from '@gleaner/outgoing-webhooks'
import { createIntegration, openIntegration } from '@gleaner/proxies'
import { silentLogger } from '@gleaner/runtime'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { runCommand } from './run-command.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

let database: TestDatabase
let db: Database
let accountId: string
beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(createPool({ url: database.url }))
  const account = { name: 'a', email: 'a@example.com', password: 'long enough' }
  accountId = (await createAccount(db, account)).id
})
beforeEach(async () => {
  await db.pool.query('DELETE FROM proxy_integration')
})
afterAll(async () => {
  await db.pool.end()
  await database.close()
})

const [OLD, NEW] = [generateKey('old'), generateKey('new')]
const old = createSecretBox(OLD)
const rotate = async (keys: string, ...options: string[]) => {
  const env = { DATABASE_URL: database.url, ENCRYPTION_KEYS: keys }
  const rows = JSON.parse(await runCommand(['rotate-keys', '--json', ...options], env))
  return Object.fromEntries(rows.map(({ key, ...row }: { key: string }) => [key, row]))
}
const addProxies = async (count: number, box = old) => {
  const url = 'http://user:secret@proxy.example:8080'
  for (let i = 0; i < count; i++)
    await db.transaction((both) => createIntegration(box, both, accountId, { name: uuidv7(), url }))
}

test('everything that an older key has sealed opens with the newest one alone', async () => {
  await addProxies(3)
  const job = uuidv7()
  await db.pool.query(
    `INSERT INTO job (id, account_id, status, url, host, mode, spec, plan, tier, deadline_at, secrets)
     VALUES ($1, $2, 'pending', 'http://a', 'a', 'auto', '{}', '{}', '1', now(), $3)`,
    [job, accountId, await sealSecrets(old, job, { body: 'x' })],
  )
  await rotateSecret(db.pool, old, accountId)
  const signing = (await rotateSecret(db.pool, old, accountId))!.signing
  expect(await rotate(`${NEW},${OLD}`, '--check')).toMatchObject({ old: { sealed_before: 6, sealed_now: 6 } })
  expect(await rotate(`${NEW},${OLD}`)).toEqual({
    new: { sealed_before: 0, sealed_now: 6, what_now: 'seals' },
    old: { sealed_before: 6, sealed_now: 0, what_now: expect.stringMatching(/^may be removed/) },
  })
  const secretBox = createSecretBox(NEW)
  const opened = await openIntegration({ pool: db.pool, secretBox }, accountId, undefined)
  expect(opened!.url).toContain('user:secret')
  expect(await readSecrets({ pool: db.pool, secretBox }, accountId)).toMatchObject({ signing })
  const { rows } = await db.pool.query('SELECT secrets FROM job WHERE id = $1', [job])
  expect(openSecrets(secretBox, job, rows[0].secrets)).toEqual({ body: 'x' })
})

test('many values take several turns, and what a lost key has sealed is told and left alone', async () => {
  const lost = createSecretBox(generateKey('lost'))
  await addProxies(2, lost)
  await addProxies(1)
  await db.pool.query(
    `INSERT INTO mail (id, content, expires_at) SELECT gen_random_uuid(), $1, now() FROM generate_series(1, 1203)`,
    [old.seal('{}', 'mail/of nobody')],
  )
  // Bound to another id, none of them opens: they stay, and no turn takes them for the first one's again.
  expect(await rotate(`${NEW},${OLD}`)).toMatchObject({
    old: { sealed_now: 1203, what_now: 'must stay; run rotate-keys again' },
    lost: { sealed_now: 2, what_now: expect.stringContaining('cannot be read') },
  })
  const { rows } = await db.pool.query(
    "SELECT action, details FROM audit_entry WHERE action = 'secrets.resealed'",
  )
  expect(rows.at(-1)).toMatchObject({ details: { rows: 1, key: 'new' } })
})

test('a value that somebody writes meanwhile is not overwritten', async () => {
  await addProxies(1)
  await db.pool.query(`CREATE FUNCTION meanwhile() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RETURN NULL; END $$;
    CREATE TRIGGER meanwhile BEFORE UPDATE ON proxy_integration FOR EACH ROW EXECUTE FUNCTION meanwhile()`)
  expect(await rotate(`${NEW},${OLD}`)).toMatchObject({
    old: { what_now: 'must stay; run rotate-keys again' },
  })
  await db.pool.query('DROP TRIGGER meanwhile ON proxy_integration; DROP FUNCTION meanwhile()')
})

test('mailboxes that were noted before are known with the newest key alone', async () => {
  const note = (keys: string) =>
    db.transaction(({ sql }) => noteMailbox(sql, createSecretBox(keys), 'grace@example.com'))
  expect([await note(OLD), await note(OLD)]).toEqual([true, false])
  await rotate(`${NEW},${OLD}`)
  expect(await note(NEW)).toBe(false)
  await expect(note(OLD)).rejects.toThrow('No key of the ring')
})

test('secrets of authenticator apps open with the newest key alone', async () => {
  const { rows } = await db.pool.query('SELECT id FROM app_user')
  const { id } = rows[0]
  const sealed = old.seal('JBSWY3DPEHPK3PXP', totpContext(id))
  await db.pool.query('INSERT INTO second_factor (user_id, secret) VALUES ($1, $2)', [id, sealed])
  await rotate(`${NEW},${OLD}`)
  const stored = await db.pool.query('SELECT secret FROM second_factor')
  expect(createSecretBox(NEW).open(stored.rows[0].secret, totpContext(id))).toBe('JBSWY3DPEHPK3PXP')
})

test('headers of receivers open with the newest key alone', async () => {
  const [endpoint, batch, headers] = [uuidv7(), uuidv7(), { Authorization: 'Bearer t0ken' }]
  await db.pool.query(
    "INSERT INTO webhook_endpoint (id, account_id, url, events, headers) VALUES ($1, $2, 'https://a.example/', '{}', $3)",
    [endpoint, accountId, sealHeaders(old, 'endpoint', endpoint, headers)],
  )
  await db.pool.query(
    'INSERT INTO batch (id, account_id, estimated_micros, total, webhook_headers) VALUES ($1, $2, 0, 1, $3)',
    [batch, accountId, sealHeaders(old, 'batch', batch, headers)],
  )
  await rotate(`${NEW},${OLD}`)
  const secretBox = createSecretBox(NEW)
  const { rows } = await db.pool.query('SELECT headers FROM webhook_endpoint')
  expect(openHeaders(secretBox, 'endpoint', endpoint, rows[0].headers)).toEqual(headers)
  expect(await readBatchHeaders({ pool: db.pool, secretBox }, batch)).toEqual(headers)
})

test('a ring that is none is told without showing it', async () => {
  await expect(rotate('old:c2hvcnQ=')).rejects.toThrow(/^ENCRYPTION_KEYS: A key ring is/)
})

/** Bytes that no key of the ring has sealed: digests, which cannot be read by anybody, and what a data key beside it has sealed. */
const NOT_SEALED =
  /(hash|cache_key)$|^login_session\.secret$|^crawl_page\.(key|signature)$|^search_document\.url_key$|^site_map_piece\.piece$|^passkey\.public_key$|^archived_page\.body$|^tracked_page\.(key|version)$|^monitor_(page|change|chain|value)\./

test('no column of bytes is forgotten', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../../platform/db/prisma/schema.prisma'), 'utf8')
  const columns = [...schema.matchAll(/^model \w+ \{(.*?)^\}/gms)].flatMap(([, body]) => {
    const table = /@@map\("(\w+)"\)/.exec(body!)![1]
    return [...body!.matchAll(/^ {2}(\w+) +Bytes\??(.*)$/gm)].map(
      ([, name, rest]) => `${table}.${/@map\("(\w+)"\)/.exec(rest!)?.[1] ?? name}`,
    )
  })
  expect(columns.length).toBeGreaterThan(8)
  expect(columns.filter((column) => !NOT_SEALED.test(column)).sort()).toEqual(
    SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort(),
  )
})

test('processes start with the newest key alone once everything is sealed anew, or when the older one is given up as lost', async () => {
  const start = (...keys: string[]) =>
    createKeyCheck(db.pool, createSecretBox(keys.join()), silentLogger()).start()
  await replaceKeyCheck(db.pool, old)
  await expect(start(NEW)).rejects.toThrow('rotate-keys')
  await rotate(`${NEW},${OLD}`)
  await start(NEW)
  await rotate(OLD)
  await expect(start(OLD)).rejects.toThrow('--lost')
  await rotate(OLD, '--lost', '--check')
  await expect(start(OLD)).rejects.toThrow('--lost')
  await rotate(OLD, '--lost')
  await start(OLD)
})

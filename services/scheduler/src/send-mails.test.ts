import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestPasswordReset } from '@gleaner/accounts'
import { createDatabase } from '@gleaner/db'
import { createJobsFixture, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { createMailer, queueMail } from '@gleaner/mail'
import { createMetrics, silentLogger } from '@gleaner/runtime'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createMailRun } from './send-mails.ts'

let fixture: JobsFixture
let folder: string
beforeAll(async () => {
  fixture = await createJobsFixture()
  folder = await mkdtemp(join(tmpdir(), 'gleaner-scheduler-mails-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await fixture.close()
})

async function user(email: string): Promise<void> {
  await fixture.pool.query(
    "INSERT INTO app_user (id, account_id, email, password_hash) VALUES (gen_random_uuid(), $1, $2, '')",
    [await fixture.account(0), email],
  )
}

/** As a fault of the database or of one row: whatever is written to a table for this address throws. */
async function breakFor(table: string, condition: string): Promise<void> {
  await fixture.pool.query(`
    CREATE FUNCTION break_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
    CREATE TRIGGER broken BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION break_${table}()`)
}

const receivers = async () => {
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.map((text) => /^To: (\S+?)\r?$/m.exec(text)?.[1]).sort()
}

test('a step that throws keeps no mail of another from being sent, and a request that throws no other request', async () => {
  const { pool, ctx } = fixture
  const { secretBox } = ctx
  const mailer = createMailer({ MAIL_DIR: folder })
  const db = createDatabase(pool)
  const run = createMailRun(
    { db, secretBox, mailer, publicUrl: 'https://api.example.com' },
    { logger: silentLogger(), metrics: createMetrics({ service: 'scheduler' }) },
  )
  for (const email of ['first@example.com', 'poison@example.com', 'last@example.com']) {
    await user(email)
    await requestPasswordReset(pool, email)
  }
  const { rows } = await pool.query("SELECT id FROM app_user WHERE email = 'poison@example.com'")
  await breakFor('password_reset', `NEW.user_id = '${rows[0].id}'`)
  await queueMail(pool, secretBox, { to: 'other@example.com', subject: 'Hello', text: 'Hello.' })
  await run()
  expect(await receivers()).toEqual(['first@example.com', 'last@example.com', 'other@example.com'])

  // What could not be answered stays, and is answered once it can be.
  await pool.query('DROP TRIGGER broken ON password_reset')
  await run()
  expect(await receivers()).toContain('poison@example.com')
  expect(await receivers()).toHaveLength(4)

  // Requests that cannot be read at all.
  await pool.query('ALTER TABLE password_reset_request RENAME TO elsewhere')
  await queueMail(pool, secretBox, { to: 'more@example.com', subject: 'Hello', text: 'Hello.' })
  await run()
  expect(await receivers()).toContain('more@example.com')
})

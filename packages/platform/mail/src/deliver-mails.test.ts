import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool, type Pool } from '@gleaner/db'
import { silentLogger } from '@gleaner/runtime'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { createTestDatabase, freePort, type TestDatabase } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { createMailer } from './create-mailer.ts'
import { type Delivered, deliverMails } from './deliver-mails.ts'
import type { Mailer } from './mailer.ts'
import { queueMail } from './outbox.ts'
import { startSmtpServer, type TestSmtpServer } from './testing/smtp-server.ts'

const FROM = 'Gleaner <no-reply@example.com>'
const secretBox = createSecretBox(generateKey('k1'))
const opened: { close(): unknown }[] = []

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url, max: 4 })
})
afterEach(async () => {
  await pool.query('DELETE FROM mail')
  for (const { close } of opened.splice(0)) await close()
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

async function smtp(...options: Parameters<typeof startSmtpServer>): Promise<TestSmtpServer> {
  const server = await startSmtpServer(...options)
  opened.push(server)
  return server
}

function mailerTo(url: string): Mailer {
  const mailer = createMailer({ SMTP_URL: url, MAIL_FROM: FROM })
  opened.unshift(mailer)
  return mailer
}

const turn = (mailer: Mailer) => deliverMails({ pool, secretBox, mailer, logger: silentLogger() })
const queue = (more: Partial<Parameters<typeof queueMail>[2]> = {}) =>
  queueMail(pool, secretBox, { to: 'ann@example.com', subject: 'Hello', text: 'Hello, Ann.', ...more })
const makeDue = () => pool.query('UPDATE mail SET due_at = now()')
const waiting = async () => (await pool.query('SELECT FROM mail')).rowCount
const counts = (some: Partial<Delivered>): Delivered => ({ sent: 0, postponed: 0, dropped: 0, ...some })

test('a queued mail is sent once, as text and HTML, and leaves the outbox', async () => {
  const server = await smtp()
  const mailer = mailerTo(server.url)
  await queue({ subject: 'Grüße', text: 'Open https://x.example/?a=1&b=2\n<b>now</b>' })
  expect(await turn(mailer)).toEqual(counts({ sent: 1 }))
  expect(await turn(mailer)).toEqual(counts({}))
  const [mail] = server.received
  expect(mail).toMatchObject({ from: 'no-reply@example.com', to: ['ann@example.com'] })
  expect(mail!.source).toMatch(/^From: Gleaner <no-reply@example.com>\r$/m)
  expect(mail!.source).toMatch(/^Message-ID: <[\w-]{36}@example.com>\r$/m)
  expect(mail!.source).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(mail!.source).toContain('<a href=3D"https://x.example/?a=3D1&amp;b=3D2">')
  expect(mail!.source).toContain('&lt;b&gt;now&lt;/b&gt;')
  expect(await waiting()).toBe(0)
})

test('what stands in the outbox shows neither the address nor the text', async () => {
  await queue({ text: 'the token is s3cret' })
  const { rows } = await pool.query('SELECT mail::text AS text, content FROM mail')
  for (const part of ['ann@example.com', 's3cret', 'Hello']) {
    expect(rows[0].text).not.toContain(Buffer.from(part).toString('hex'))
    expect(rows[0].content.toString('latin1')).not.toContain(part)
  }
})

test('while the mail server is away mails wait, with longer and longer pauses, and are sent when it is back', async () => {
  const port = await freePort()
  const mailer = mailerTo(`smtp://127.0.0.1:${port}`)
  await queue()
  expect(await turn(mailer)).toEqual(counts({ postponed: 1 }))
  expect(await turn(mailer)).toEqual(counts({}))
  await makeDue()
  expect(await turn(mailer)).toEqual(counts({ postponed: 1 }))
  const { rows } = await pool.query(`SELECT due_at > now() + interval '15 seconds' AS later FROM mail`)
  expect(rows).toEqual([{ later: true }])
  const server = await smtp({}, port)
  await makeDue()
  expect(await turn(mailer)).toEqual(counts({ sent: 1 }))
  expect(server.received).toHaveLength(1)
})

test('a mail box that does not exist is given up at once, a full one is tried again', async () => {
  const answers = { 'gone@example.com': 550, 'full@example.com': 452 }
  const server = await smtp({
    onRcptTo({ address }, _session, done) {
      const responseCode = answers[address as keyof typeof answers]
      done(responseCode ? Object.assign(new Error('no'), { responseCode }) : null)
    },
  })
  const mailer = mailerTo(server.url)
  for (const to of ['gone@example.com', 'full@example.com', 'ann@example.com']) await queue({ to })
  expect(await turn(mailer)).toEqual({ sent: 1, postponed: 1, dropped: 1 })
  expect(await waiting()).toBe(1)
})

test('a wrong login of the operator loses no mail', async () => {
  const server = await smtp({
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('no'), { responseCode: 535 })),
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
  })
  await queue()
  expect(await turn(mailerTo(server.url.replace('//', '//user:wrong@')))).toEqual(counts({ postponed: 1 }))
})

test('several services at once send each mail once', async () => {
  const server = await smtp()
  for (let i = 0; i < 25; i++) await queue({ to: `u${i}@example.com` })
  const turns = await Promise.all([1, 2, 3].map(() => turn(mailerTo(server.url))))
  expect(turns.reduce((sum, { sent }) => sum + sent, 0)).toBe(25)
  expect(new Set(server.received.map(({ to }) => to[0])).size).toBe(25)
  expect(server.received).toHaveLength(25)
})

test('a mail that its process took and never sent is sent by the next one', async () => {
  const server = await smtp()
  await queue()
  // As the statement of a process leaves it that dies at once.
  await pool.query(`UPDATE mail SET attempts = 1, due_at = now() + interval '2 minutes'`)
  expect(await turn(mailerTo(server.url))).toEqual(counts({}))
  await makeDue()
  expect(await turn(mailerTo(server.url))).toEqual(counts({ sent: 1 }))
})

test('a mail that is of no use any more is dropped, and so is one whose key was removed', async () => {
  const server = await smtp()
  await queue({ usefulMs: 0 })
  await queueMail(pool, createSecretBox(generateKey('k0')), { to: 'a@example.com', subject: 's', text: 't' })
  expect(await turn(mailerTo(server.url))).toEqual(counts({ dropped: 2 }))
  expect(server.received).toEqual([])
})

test('no line feed of a subject or an address becomes a header or a further receiver', async () => {
  const server = await smtp()
  await queue({ subject: 'Hello\r\nBcc: eve@example.com\r\n\r\n<p>x' })
  await queue({ to: 'ann@example.com, eve@example.com' })
  await queue({ to: 'ann@example.com\r\nRCPT TO:<eve@example.com>' })
  await turn(mailerTo(server.url))
  expect(server.received.flatMap(({ to }) => to)).not.toContain('eve@example.com')
  for (const { source } of server.received) expect(source).not.toMatch(/^Bcc:/m)
})

test('without SMTP a mail is a file, for its owner alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-mail-'))
  opened.push({ close: () => rm(folder, { recursive: true }) })
  const mailer = createMailer({ STORAGE_DIR: folder })
  expect(mailer.destination).toBe(join(folder, 'mail'))
  const link = `https://x.example/${'a'.repeat(50)}`
  await queue({ text: `Some lines of a person are longer than a mail may have them.\n\nOpen:\n${link}\n` })
  expect(await turn(mailer)).toEqual(counts({ sent: 1 }))
  const [file, ...others] = await readdir(mailer.destination)
  expect([file, others]).toEqual([expect.stringMatching(/^[\w-]{36}\.eml$/), []])
  const path = join(mailer.destination, file!)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(mailer.destination)).mode & 0o777).toBe(0o700)
  const source = await readFile(path, 'utf8')
  expect(source).toMatch(/^To: ann@example.com\r?$/m)
  // A person reads it there.
  expect(source.split('\r\n')).toContain(link)
})

test('settings that name no way for mails, or no sender, stop the start', () => {
  expect(() => createMailer({})).toThrow('SMTP_URL, or MAIL_DIR')
  expect(() => createMailer({ SMTP_URL: 'smtp://127.0.0.1' })).toThrow('MAIL_FROM')
})

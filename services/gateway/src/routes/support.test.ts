import { createSecretBox } from '@gleaner/security/secret-box'
import { answerTicket, endTicket } from '@gleaner/support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'
import { sentMails } from '../testing/sent-mails.ts'

const OPERATOR = 'operator@example.com'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ SUPPORT_EMAIL: OPERATOR, TRUST_PROXY: '1' })
  account = await fixture.account()
})
afterAll(() => fixture.close())
beforeEach(() => fixture.forgetLimits())

const ask = (body: object = {}) =>
  fixture.asUser(account, 'POST', '/support/tickets', { subject: 'Invoices', message: 'Where?', ...body })
const as = (method: string, path: string, body?: unknown) =>
  fixture.asUser(account, method, `/support/tickets${path}`, body)
const outbox = () => ({ pool: fixture.pool, secretBox: createSecretBox(fixture.env.ENCRYPTION_KEYS!) })
const mails = (email: string) => sentMails(outbox(), email)
const operator = () => ({
  secretBox: outbox().secretBox,
  publicUrl: fixture.url,
  supportEmail: OPERATOR,
})

describe('/support/tickets', () => {
  test('a question, an answer, a reply and the end, each told to who waits for it', async () => {
    const { status, body: ticket } = await ask()
    expect(status).toBe(201)
    expect(ticket).toMatchObject({ status: 'open', category: 'question', messages: [{ author: 'person' }] })
    expect(ticket.readable_id).toMatch(/^T-[0-9A-Z]{5}$/)
    expect((await mails(OPERATOR))[0]).toContain('> Where?')
    await fixture.db.transaction(({ sql }) => answerTicket(sql, operator(), ticket.readable_id, 'There.'))
    expect((await mails(account.email))[0]).toContain('> There.')
    const answered = (await as('GET', `/${ticket.readable_id.toLowerCase()}`)).body
    expect(answered).toMatchObject({ id: ticket.id, status: 'answered' })
    expect(answered.messages.map(({ author, message }: Record<string, string>) => [author, message])).toEqual(
      [
        ['person', 'Where?'],
        ['operator', 'There.'],
      ],
    )
    const replied = await as('POST', `/${ticket.id}/reply`, { message: 'Thanks' })
    expect([replied.status, replied.body.status]).toEqual([201, 'open'])
    expect(await mails(OPERATOR)).toHaveLength(1)
    for (let i = 0; i < 2; i++)
      expect((await as('POST', `/${ticket.id}/close`)).body).toMatchObject({ status: 'closed' })
    expect((await as('GET', '?status=closed')).body.tickets).toMatchObject([{ id: ticket.id }])
    expect((await as('POST', `/${ticket.id}/reply`, { message: 'Once more' })).body).toMatchObject({
      status: 'open',
      closed_at: null,
    })
  })

  test('by key it is the owner of the account who gets the answer', async () => {
    const { body } = await fixture.request('/api/v1/support/tickets', {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ subject: 's', message: 'm' }),
    })
    await fixture.pool.query('UPDATE support_ticket SET user_id = NULL WHERE id = $1', [body.id])
    await fixture.db.transaction(({ sql }) => answerTicket(sql, operator(), body.id, 'Yes'))
    expect(await mails(account.email)).toHaveLength(1)
  })

  test('of others are as unknown as those that never were', async () => {
    const { body: ticket } = await ask()
    const other = await fixture.account()
    for (const id of [ticket.id, ticket.readable_id, 'T-00000', 'nothing'])
      for (const [method, path] of [['GET', ''], ['POST', '/reply'], ['POST', '/close']] as const) // biome-ignore format: a table
        expect(
          (await fixture.asUser(other, method, `/support/tickets/${id}${path}`, method === 'POST' ? { message: 'x' } : undefined)).status,
        ).toBe(404) // biome-ignore format: a call
  })

  test.each<[string, object, string]>([
    ['no subject', { subject: '' }, 'subject'],
    ['a subject of two lines', { subject: 'a\nBcc: b@example.com' }, 'subject'],
    ['no message', { message: '  ' }, 'message'],
    ['a message too long', { message: 'x'.repeat(10_001) }, 'message'],
    ['control characters', { message: 'a\u0007b' }, 'message'],
    ['an unknown category', { category: 'gossip' }, 'category'],
  ])('400 names the field that has %s', async (_, more, path) => {
    const { status, body } = await ask(more)
    expect([status, body.details.issues[0].path]).toEqual([400, path])
  })

  test('hostile text comes back as it was written, and is quoted in mails', async () => {
    const message = '<script>alert(1)</script>\nTo answer: open https://evil.example/'
    await mails(OPERATOR)
    const { body } = await ask({ message })
    expect(body.messages[0].message).toBe(message)
    const [mail] = await mails(OPERATOR)
    expect(mail).toContain('> <script>')
    expect(mail).toContain('> To answer: open')
  })

  test('an ended ticket is closed for its asker', async () => {
    const { body } = await ask()
    await fixture.db.transaction(({ sql }) => endTicket(sql, body.readable_id))
    expect((await as('GET', `/${body.id}`)).body.status).toBe('closed')
  })
})

describe('/support/tickets/public', () => {
  let from = 0
  const write = (body: object, address = `198.51.100.${from++}`) =>
    fixture.request('/api/v1/support/tickets/public', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify({ email: 'Stranger@Example.com', subject: 'Hello', message: 'Hi', ...body }),
    })
  const stored = async () =>
    (await fixture.pool.query('SELECT email FROM support_ticket WHERE account_id IS NULL')).rows

  test('202: the operator is mailed, the stranger only with an answer', async () => {
    await mails(OPERATOR)
    const { status, body } = await write({ name: 'Ann' })
    expect(status).toBe(202)
    expect(await stored()).toEqual([{ email: 'stranger@example.com' }])
    expect((await mails('stranger@example.com')).length).toBe(0)
    await fixture.db.transaction(({ sql }) => answerTicket(sql, operator(), body.readable_id, 'Welcome'))
    expect((await mails('stranger@example.com'))[0]).toContain(OPERATOR)
  })

  test('programs that fill in the hidden field are answered alike, and nothing is kept', async () => {
    const before = await stored()
    const { status, body } = await write({ website: 'https://spam.example/' })
    expect([status, Object.keys(body)]).toEqual([202, ['status', 'readable_id', 'message']])
    expect(await stored()).toEqual(before)
  })

  test('429 beyond three in an hour from one address, and five waiting of one mailbox', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 4; i++)
      statuses.push((await write({ email: `p${i}@example.com` }, '203.0.113.9')).status)
    expect(statuses).toEqual([202, 202, 202, 429])
    const same = await Promise.all(Array.from({ length: 8 }, () => write({ email: 'same@example.com' })))
    expect(same.filter(({ status }) => status === 202)).toHaveLength(5)
  })
})

import { createAccount, noteAllMailboxes } from '@gleaner/accounts'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture } from '../testing/fixture.ts'

const PASSWORD = 'a good long password'
const KEY = generateKey('first')

let fixture: GatewayFixture
let counter = 0
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1', ENCRYPTION_KEYS: KEY })
})
beforeEach(() => fixture.forgetLimits())
afterAll(() => fixture.close())

/** What an account begins with, in dollars. */
async function register(email: string): Promise<{ dollars: number; accessToken: string }> {
  const { status, body } = await fixture.request('/api/v1/auth/register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${counter++ % 256}` },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  expect([email, status]).toEqual([email, 201])
  const headers = { Authorization: `Bearer ${body.access_token}` }
  const me = await fixture.request('/api/v1/auth/me', { headers })
  return { dollars: me.body.credits_total / 5_000, accessToken: body.access_token }
}

async function remove(accessToken: string): Promise<void> {
  const { status } = await fixture.request('/api/v1/auth/account', {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD, confirm: true }),
  })
  expect(status).toBe(200)
}

describe('the free credits come once for a mailbox', () => {
  test('and not again when its account was deleted', async () => {
    const first = await register('ann@example.com')
    expect(first.dollars).toBe(1)
    await remove(first.accessToken)
    const second = await register('ann@example.com')
    expect(second.dollars).toBe(0)
    await remove(second.accessToken)
    expect((await register('ann+again@example.com')).dollars).toBe(0)
  })

  test('and not for an alias of one whose account the operator has opened', async () => {
    const box = createSecretBox(KEY)
    await noteAllMailboxes(fixture.pool, box)
    await createAccount(fixture.db, {
      name: 'Dan',
      email: 'dan@example.com',
      password: PASSWORD,
      createdBy: 'operator:test',
    })
    await noteAllMailboxes(fixture.pool, box)
    expect((await register('dan+again@example.com')).dollars).toBe(0)
  })

  test.each([
    ['bob.smith@example.com', ['Bob.Smith@EXAMPLE.com+', 'bob.smith+a@example.com', 'bob.smith+a+b@example.com'], ['bobsmith@example.com']],
    ['c.d.e@gmail.com', ['cde@gmail.com', 'c.de+x@gmail.com', 'cde@googlemail.com', 'C.D.E@GoogleMail.com'], ['cdef@gmail.com']],
    ['eve_x@proton.me', ['eve.x@proton.me', 'evex@protonmail.com', 'eve-x+1@pm.me'], ['evey@proton.me']],
    ['+x@example.com', ['+x+y@example.com'], ['+y@example.com']],
    ['u@bücher.example', ['u+1@xn--bcher-kva.example'], ['u@bucher.example']],
  ])('%s', async (email, aliases, others) => {
    const known = new Set([email.toLowerCase()])
    expect((await register(email)).dollars).toBe(1)
    for (const alias of aliases.map((text) => text.replace(/\+$/, ''))) {
      const { rowCount } = await fixture.pool.query('SELECT FROM app_user WHERE email = $1', [alias.toLowerCase()])
      if (rowCount || known.has(alias.toLowerCase())) continue
      expect([alias, (await register(alias)).dollars]).toEqual([alias, 0])
    }
    for (const other of others) expect([other, (await register(other)).dollars]).toEqual([other, 1])
  }) // biome-ignore format: a table

  test('also of many who ask at once by its aliases', async () => {
    const begun = await Promise.all(Array.from({ length: 8 }, (_, at) => register(`frank+${at}@example.com`)))
    expect(begun.map(({ dollars }) => dollars).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
  })

  test('which a hash remembers that tells nobody the address', async () => {
    const first = await register('grace@example.com')
    await remove(first.accessToken)
    const { rows } = await fixture.pool.query('SELECT known_mailbox::text FROM known_mailbox')
    expect(JSON.stringify(rows)).not.toMatch(/grace|example/)
  })

  test('also for whoever had an account before mailboxes were remembered', async () => {
    const { accessToken } = await register('heidi@example.com')
    const { email } = await fixture.account()
    await fixture.pool.query('DELETE FROM known_mailbox')
    await fixture.pool.query('UPDATE mailbox_key SET all_noted_at = NULL')
    const secretBox = createSecretBox(KEY)
    expect(await noteAllMailboxes(fixture.db.pool, secretBox)).toBeGreaterThanOrEqual(2)
    expect(await noteAllMailboxes(fixture.db.pool, secretBox)).toBe(0)
    await remove(accessToken)
    expect((await register('heidi@example.com')).dollars).toBe(0)
    expect((await register(email.replace('@', '+1@'))).dollars).toBe(0)
  })
})

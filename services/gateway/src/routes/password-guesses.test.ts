import { createMailedToken } from '@gleaner/accounts/mailed-links/mailed-token'
import { storedHash } from '@gleaner/security/stored-hash'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type Reply } from '../testing/fixture.ts'

/** Wrong passwords of an account from networks where it has not signed in, in 15 minutes. */
const TRIES = 10

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1' })
})
afterAll(() => fixture.close())

let counter = 0
/** An address of its own for each request, so that limits for one address do not count here. */
const freshIp = () => `198.51.${100 + (counter >> 8)}.${counter++ & 255}`

const post = (path: string, body: unknown, ip = freshIp()): Promise<Reply> =>
  fixture.request(`/api/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': ip },
    body: JSON.stringify(body),
  })

const guess = (email: string, at = 0) => post('login', { email, password: `not the password ${at}` })
const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort()
const person = async () => {
  const { email, password, userId } = await fixture.account()
  return { email, password, userId, signIn: (ip?: string) => post('login', { email, password }, ip) }
}

describe('wrong passwords of one account, each from an address of its own', () => {
  test.each([
    ['one after the other', async (email: string) => {
      const replies: Reply[] = []
      for (let at = 0; at < 40; at++) replies.push(await guess(email, at))
      return replies
    }],
    ['all at once', (email: string) => Promise.all(Array.from({ length: 40 }, (_, at) => guess(email, at)))],
  ])('are bounded, %s', async (_name, ask) => {
    const { email } = await person()
    for (const address of [email, `nobody.${email}`, email.toUpperCase()]) {
      const replies = await ask(address)
      // Whoever hashes at once may be told to come again, which takes nothing.
      const tried = replies.filter(({ status }) => status === 401).length
      expect(tried).toBeLessThanOrEqual(address === email.toUpperCase() ? 0 : TRIES)
      const refused = replies.filter(({ status }) => status === 429)
      expect(refused.length).toBeGreaterThanOrEqual(40 - TRIES - replies.filter(({ status }) => status === 503).length)
      for (const { body, headers } of refused) {
        expect(body.message).toContain('POST /auth/forgot-password')
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(60)
      }
    }
  }) // biome-ignore format: a table

  test('are bounded together with registrations of its address', async () => {
    const { email } = await person()
    const replies: Reply[] = []
    for (let at = 0; at < 2 * TRIES; at++)
      replies.push(at % 2 ? await guess(email, at) : await post('register', { email, password: `a wrong password ${at}` }))
    expect(statuses(replies)).toEqual([
      ...Array(TRIES / 2).fill(401),
      ...Array(TRIES / 2).fill(409),
      ...Array(TRIES).fill(429),
    ])
  }) // biome-ignore format: long

  test.each<[string, string, (password: string) => object]>([
    ['a change of the password', '/auth/change-password', (current_password) => ({ current_password, new_password: 'another long one' })],
    ['the deletion of the account', '/auth/account', (password) => ({ password, confirm: true })],
  ])('are bounded together with those of %s, which ask for it once more', async (_name, path, body) => {
    const account = await fixture.account()
    const method = path === '/auth/account' ? 'DELETE' : 'POST'
    const replies: Reply[] = []
    for (let at = 0; at < 2 * TRIES; at++) {
      const headers = { 'X-Forwarded-For': freshIp() }
      if (at % 2) replies.push(await guess(account.email, at))
      else replies.push(await fixture.asUser(account, method, path, body(`a wrong password ${at}`), headers))
    }
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(TRIES)
  }) // biome-ignore format: a table

  test('lock its owner out of no network that they have signed in from, and out of none for good', async () => {
    const { email, password, userId, signIn } = await person()
    const home = freshIp()
    expect((await signIn(home)).status).toBe(200)
    for (let at = 0; at <= TRIES; at++) await guess(email, at)
    expect([(await signIn(home)).status, (await signIn()).status]).toEqual([200, 429])

    const token = createMailedToken()
    await fixture.pool.query(
      "INSERT INTO password_reset (user_id, token_hash, expires_at) VALUES ($1, $2, now() + interval '1 hour')",
      [userId, storedHash(token)],
    )
    const away = freshIp()
    expect((await post('reset-password', { token, password: `${password} 2` }, away)).status).toBe(200)
    const again = await post('login', { email, password: `${password} 2` }, away)
    expect([again.status, (await signIn(home)).status]).toEqual([200, 429])
  })

  test('count for nothing when they are right, from however many networks', async () => {
    const { signIn } = await person()
    for (let at = 0; at < 2 * TRIES; at++) expect((await signIn()).status).toBe(200)
  })

  test('cost no hash once they are refused', async () => {
    const { email } = await person()
    const cpuOf = async (count: number) => {
      const before = process.cpuUsage()
      for (let at = 0; at < count; at++) await guess(email, at)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / count
    }
    const hashed = await cpuOf(TRIES)
    expect(await cpuOf(5 * TRIES)).toBeLessThan(hashed / 2)
  })

  test('stand nowhere with the address or the network in the clear', async () => {
    const { userId, signIn } = await person()
    await signIn()
    const { rows } = await fixture.pool.query('SELECT * FROM known_network WHERE user_id = $1', [userId])
    expect(rows).toHaveLength(1)
    expect(rows[0].network_hash.toString()).not.toContain('198.51')
  })
})

import { AUTH_SCHEMES, REALTIME_ENDPOINTS } from '@gleaner/contracts'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createRealtimeFixture, type RealtimeFixture, type TestAccount } from './testing/fixture.ts'
import { type ClientSettings, connectSocket, openSocket } from './testing/socket-client.ts'

let fixture: RealtimeFixture
let account: TestAccount
let other: TestAccount
let ids: Record<string, string>
beforeAll(async () => {
  fixture = await createRealtimeFixture()
  ;[account, other] = [await fixture.account(), await fixture.account()]
  const [batch, crawl] = [await fixture.batch(account.id, 1), await fixture.crawl(account.id)]
  ids = { batch_id: batch.batchId, crawl_id: crawl.id }
})
afterAll(() => fixture.close())

interface Way extends ClientSettings {
  headers?: Record<string, string>
}
const authorization = (value: string): Way => ({ headers: { Authorization: value } })
const basic = (user: string, password = '') => authorization(`Basic ${btoa(`${user}:${password}`)}`)
const WAYS: Record<string, (text: string) => Way> = {
  'X-API-Key': (text) => ({ headers: { 'X-API-Key': text } }),
  Bearer: (text) => authorization(`Bearer ${text}`),
  'Basic user name': (text) => basic(text),
  query: (text) => ({ query: `api_key=${text}` }),
}
const ways = Object.entries(WAYS)
const credentialsOf = ({ key, accessToken }: TestAccount) => [key, accessToken]

describe.each(Object.entries(REALTIME_ENDPOINTS))('%s', (_name, { path, auth }) => {
  const ask = async ({ headers = {}, query = '' }: Way) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]!)
    const reply = await fetch(`${fixture.url}/api/v1${filled}?${query}`, { headers, method: 'HEAD' })
    return reply.status
  }

  test('takes keys in every way', () => {
    expect(AUTH_SCHEMES[auth]).toEqual(['apiKey', 'bearer', 'basic', 'queryKey'])
  })

  test.each(ways)('takes keys and access tokens by %s, and tells whose they are', async (_way, give) => {
    for (const credential of credentialsOf(account)) expect(await ask(give(credential))).toBe(200)
    // What names nothing shows everybody their own.
    const ofAnother = path.includes('{') ? 404 : 200
    for (const credential of credentialsOf(other)) expect(await ask(give(credential))).toBe(ofAnother)
  })

  test('refuses two different credentials, and Basic with a password', async () => {
    const { headers } = WAYS.Bearer!(other.key)
    expect(await ask({ headers: { ...headers!, 'X-API-Key': account.key } })).toBe(400)
    expect(await ask({ headers: headers!, query: `api_key=${account.key}` })).toBe(400)
    expect(await ask(basic(account.key, 'secret'))).toBe(401)
  })
})

describe('the WebSocket', () => {
  const subscribed = async (settings: ClientSettings) => {
    const client = await openSocket(fixture.url, settings)
    client.send({ action: 'subscribe', batch_id: ids.batch_id })
    const message = await eventually(() => {
      const last = client.messages.at(-1)!
      if (last.type === 'connected') throw new Error('nothing was told')
      return last.type
    })
    client.close()
    return message
  }

  test.each([...ways, ['a subprotocol', (text: string): Way => ({ protocols: ['gleaner', text] })] as const])(
    'takes keys and access tokens by %s, and tells whose they are',
    async (_way, give) => {
      for (const credential of credentialsOf(account)) expect(await subscribed(give(credential))).toBe('subscribed')
      for (const credential of credentialsOf(other)) expect(await subscribed(give(credential))).toBe('error')
    },
  ) // biome-ignore format: long

  test.each<[string, () => Way, RegExp]>([
    ['two credentials', () => ({ ...WAYS.Bearer!(other.key), query: `api_key=${account.key}` }), /^two different/],
    ['Basic with a password', () => basic(account.key, 'secret'), /^Authorization cannot be read/],
    ['a bad token', () => WAYS.Bearer!(`${account.accessToken}x`), /^invalid access token/],
    ['another’s organization', () => ({ ...WAYS.Bearer!(account.accessToken), query: `organization_id=${other.id}` }), /no organization/],
  ])('closes with 4001 and the reason: %s', async (_what, settings, reason) => {
    const client = connectSocket(fixture.url, settings())
    expect(await client.closed).toEqual({ code: 4001, reason: expect.stringMatching(reason) })
  }) // biome-ignore format: a table

  test('acts for an organization in the person’s place, as long as they are in it', async () => {
    const [organization, person] = [await fixture.account(), await fixture.account()]
    await fixture.jobs.pool.query(
      `WITH made AS (INSERT INTO organization (account_id, slug) VALUES ($1, 'ours'))
       INSERT INTO membership (account_id, user_id, role) VALUES ($1, $3, 'owner'), ($1, $2, 'member')`,
      [organization.id, person.userId, other.userId],
    )
    const client = await openSocket(fixture.url, {
      ...WAYS.Bearer!(person.accessToken),
      query: `organization_id=${organization.id}`,
    })
    await fixture.jobs.pool.query('DELETE FROM membership WHERE user_id = $1', [person.userId])
    expect(await client.closed).toMatchObject({ code: 4001 })
  })

  /** A key of its own, so that nothing ends for others; the service believes one proxy in front. */
  const bound = async (from: string) => {
    const person = await fixture.account()
    const open = () =>
      openSocket(fixture.url, { headers: { 'X-API-Key': person.key, 'X-Forwarded-For': from } })
    const change = (what: string) =>
      fixture.jobs.pool.query(`UPDATE api_key SET ${what} WHERE account_id = $1`, [person.id])
    return { person, open, change }
  }

  test('ends with the overlap of a rotation, and not before', async () => {
    const { person, open, change } = await bound('203.0.113.7')
    const client = await open()
    await change("generation = 1, previous_hash = hash, hash = '\\x01', previous_expires_at = now() + interval '1 hour'")
    // The text before opens connections still.
    const another = await open()
    expect([client.socket.readyState, another.socket.readyState]).toEqual([1, 1])
    await change('previous_expires_at = now()')
    for (const { closed } of [client, another])
      expect(await closed).toEqual({ code: 4001, reason: expect.stringMatching(/a rotation has replaced it/) })
    await eventually(async () => {
      const { closed } = connectSocket(fixture.url, WAYS['X-API-Key']!(person.key))
      expect(await closed).toMatchObject({ reason: expect.stringMatching(/a rotation has replaced it/) })
    })
  }) // biome-ignore format: long

  test('is opened from the addresses of the key alone, and ends when they change', async () => {
    const [inside, outside] = [await bound('203.0.113.7'), await bound('198.51.100.1')]
    for (const { change } of [inside, outside]) await change("allowed_ips = '{203.0.113.0/24}'")
    const client = await inside.open()
    const refused = connectSocket(fixture.url, {
      headers: { 'X-API-Key': outside.person.key, 'X-Forwarded-For': '198.51.100.1' },
    })
    const wrong = { code: 4001, reason: expect.stringMatching(/not taken from your address/) }
    expect(await refused.closed).toEqual(wrong)
    await inside.change("allowed_ips = '{192.0.2.1}'")
    expect(await client.closed).toEqual(wrong)
  })

  test('ends with the sign-in of its token', async () => {
    const person = await fixture.account()
    const client = await openSocket(fixture.url, WAYS.Bearer!(person.accessToken))
    await fixture.jobs.pool.query('DELETE FROM user_session WHERE user_id = $1', [person.userId])
    expect(await client.closed).toEqual({ code: 4001, reason: expect.stringMatching(/session has ended/) })
  })
})

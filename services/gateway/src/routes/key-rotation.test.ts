import { storedHash } from '@gleaner/security/stored-hash'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'
import { codeFor, exchange, registerClient, tokenRequest } from '../testing/oauth.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1' })
  account = await fixture.account()
})
beforeEach(() => fixture.forgetLimits())
afterAll(() => fixture.close())

const FROM = '203.0.113.7'
let made = 0
const asUser = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fixture.asUser(account, method, `/api-keys${path}`, body, headers)
const newKey = async (more = {}) => (await asUser('POST', '', { name: `key ${made++}`, ...more })).body
const usage = (key: string, from = FROM) =>
  fixture.request('/api/v1/usage', { headers: { 'X-API-Key': key, 'X-Forwarded-For': from } })
const isTaken = async (key: string, from?: string) => (await usage(key, from)).status === 200
const rotate = (id: string, body: unknown = {}, headers = {}) =>
  asUser('POST', `/${id}/rotate`, body, headers)
const audit = async (id: string) => {
  const { rows } = await fixture.pool.query('SELECT action, actor, details FROM audit_entry WHERE target = $1 ORDER BY id', [
    `api_key:${id}`,
  ]) // biome-ignore format: short
  return rows
}

describe('a key that is rotated', () => {
  test('stays the same key with another text, and the text before is taken until the overlap ends', async () => {
    const { id, key, name } = await newKey({ scopes: ['read'] })
    await asUser('PUT', `/${id}/limits`, { request_limit: 9 })
    const { status, body } = await rotate(id, { overlap_seconds: 3600 })
    expect(status).toBe(201)
    expect(body).toMatchObject({ id, name, scopes: ['read'], limits: { request_limit: 9 } })
    expect(body.key).not.toBe(key)
    expect(body.key.startsWith(body.key_prefix)).toBe(true)
    const endsIn = Date.parse(body.previous_key_expires_at) - Date.now()
    expect(Math.abs(endsIn - 3_600_000)).toBeLessThan(60_000)
    for (const text of [key, body.key]) expect(await isTaken(text)).toBe(true)
    expect((await asUser('GET', `/${id}`)).body.key).toBeNull()
    await fixture.pool.query('UPDATE api_key SET previous_expires_at = now() WHERE id = $1', [id])
    await eventually(async () => expect(await isTaken(key)).toBe(false))
    expect(await isTaken(body.key)).toBe(true)
    expect(await audit(id)).toContainEqual({
      action: 'api_key.rotated',
      actor: `user:${account.userId}`,
      details: { overlap_seconds: 3600, end_previous: false },
    })
  })

  test('ends its former text at once without an overlap, or when that is ended', async () => {
    const [first, second] = [await newKey(), await newKey({ test: true })]
    await rotate(first.id, { overlap_seconds: 0 })
    await eventually(async () => expect(await isTaken(first.key)).toBe(false))
    const { key } = (await rotate(second.id)).body
    expect(key).toMatch(/^sk_test_/)
    expect((await asUser('DELETE', `/${second.id}/previous`)).status).toBe(204)
    await eventually(async () => expect(await isTaken(second.key)).toBe(false))
    expect(await isTaken(key)).toBe(true)
    expect((await asUser('DELETE', `/${second.id}/previous`)).status).toBe(204)
    expect((await audit(second.id)).map(({ action }) => action)).toEqual([
      'api_key.created',
      'api_key.rotated',
      'api_key.overlap_ended',
    ])
  })

  test('is not rotated again while its former text is taken, unless that is to end', async () => {
    const { id, key } = await newKey()
    const second = (await rotate(id)).body.key
    for (const body of [{}, { overlap_seconds: 0 }, { end_previous: false }]) {
      const refused = await rotate(id, body)
      expect([refused.status, refused.body.error]).toEqual([409, 'CONFLICT'])
      expect(refused.body.message).toMatch(/Idempotency-Key.*"end_previous": true/)
    }
    for (const text of [key, second]) expect(await isTaken(text)).toBe(true)
    const third = (await rotate(id, { end_previous: true })).body.key
    await eventually(async () => expect(await isTaken(key)).toBe(false))
    for (const text of [second, third]) expect(await isTaken(text)).toBe(true)
    await fixture.pool.query('UPDATE api_key SET previous_expires_at = now() WHERE id = $1', [id])
    expect((await rotate(id)).status).toBe(201)
  })

  test('is rotated by one of many who ask at once, and both texts are taken', async () => {
    const { id, key } = await newKey()
    const replies = await Promise.all(Array.from({ length: 6 }, () => rotate(id)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    const made = replies.find(({ status }) => status === 201)!
    for (const text of [key, made.body.key]) expect(await isTaken(text)).toBe(true)
  })

  test('gives the same text again under the same Idempotency-Key', async () => {
    const { id, key } = await newKey()
    const again = { 'Idempotency-Key': 'rotate-1' }
    const [first, second] = [await rotate(id, {}, again), await rotate(id, {}, again)]
    expect(second.body).toEqual(first.body)
    expect(await isTaken(key)).toBe(true)
  })

  test('ends with both texts when it is deleted, or expires', async () => {
    for (const end of ['revoked_at', 'expires_at']) {
      const { id, key } = await newKey()
      const { body } = await rotate(id)
      await fixture.pool.query(`UPDATE api_key SET ${end} = now() WHERE id = $1`, [id])
      await eventually(async () => {
        for (const text of [key, body.key]) expect(await isTaken(text)).toBe(false)
      })
    }
  })

  test('is stored by hashes alone', async () => {
    const { id, key } = await newKey()
    const second = (await rotate(id)).body.key
    const { rows } = await fixture.pool.query('SELECT api_key::text AS row, hash, previous_hash FROM api_key WHERE id = $1', [id]) // biome-ignore format: short
    expect([rows[0].hash, rows[0].previous_hash].map(Buffer.from)).toEqual([second, key].map((text) => Buffer.from(storedHash(text)))) // biome-ignore format: short
    for (const text of [key, second]) expect(rows[0].row).not.toContain(text)
    expect(JSON.stringify(fixture.logs)).not.toContain(second)
    const exported = await fixture.asUser(account, 'GET', '/account/export')
    expect(exported.status).toBe(200)
    expect(exported.body).not.toMatch(/"(previous_)?hash"/)
  })

  test.each([[-1], [1.5], [7 * 86_400 + 1], ['x']])('refuses an overlap of %j', async (overlap_seconds) => {
    const { id, key } = await newKey()
    expect((await rotate(id, { overlap_seconds })).status).toBe(400)
    expect(await isTaken(key)).toBe(true)
  })

  test('is not a tool’s, nor another’s', async () => {
    const client = await registerClient(fixture)
    const { body } = await exchange(fixture, tokenRequest(client, await codeFor(fixture, account, client)))
    const { items } = (await asUser('GET', '')).body
    const tools = items.find((one: { name: string }) => one.name.startsWith('OAuth'))
    expect((await rotate(tools.id)).body.error).toBe('CONFLICT')
    expect(await isTaken(body.access_token)).toBe(true)
    const other = await fixture.account()
    const { id } = await newKey()
    expect((await fixture.asUser(other, 'POST', `/api-keys/${id}/rotate`, {})).status).toBe(404)
  })
})

describe('a key that is bound to addresses', () => {
  test('is taken from there alone, by every way of sending it, and says so elsewhere', async () => {
    const { key, allowed_ips } = await newKey({ allowed_ips: ['203.0.113.0/24', '2001:DB8::/32'] })
    expect(allowed_ips).toEqual(['203.0.113.0/24', '2001:db8::/32'])
    for (const from of ['203.0.113.7', '203.0.113.255', '2001:db8::1', '::ffff:203.0.113.9'])
      expect([from, await isTaken(key, from)]).toEqual([from, true])
    const ways: Record<string, string>[] = [{ 'X-API-Key': key }, { Authorization: `Bearer ${key}` }, { Authorization: `Basic ${btoa(`${key}:`)}` }]
    for (const credential of ways) {
      const headers = { ...credential, 'X-Forwarded-For': '198.51.100.1' }
      const { status, body } = await fixture.request('/api/v1/usage', { headers })
      expect([status, body.error, body.details.reason]).toEqual([403, 'FORBIDDEN', 'address_not_allowed'])
      expect(body.message).toContain('198.51.100.1')
      expect(body.message).not.toContain('203.0.113')
    }
  }) // biome-ignore format: a list

  test('believes the trusted proxies alone about where that is', async () => {
    const { key } = await newKey({ allowed_ips: ['203.0.113.7'] })
    // One proxy is trusted: the last entry is its word, and those before are the caller's.
    expect(await isTaken(key, '203.0.113.7, 198.51.100.1')).toBe(false)
    expect(await isTaken(key, '198.51.100.1, 203.0.113.7')).toBe(true)
    const strict = await createGatewayFixture()
    try {
      const theirs = await strict.account()
      const bound = await strict.asUser(theirs, 'POST', '/api-keys', {
        name: 'b',
        allowed_ips: ['203.0.113.7'],
      })
      const headers = { 'X-API-Key': bound.body.key, 'X-Forwarded-For': '203.0.113.7' }
      expect((await strict.request('/api/v1/usage', { headers })).body.details.reason).toBe(
        'address_not_allowed',
      )
    } finally {
      await strict.close()
    }
  })

  test('is bound and freed again, for its former text too', async () => {
    const { id, key } = await newKey()
    const second = (await rotate(id)).body.key
    await asUser('PATCH', `/${id}`, { allowed_ips: ['192.0.2.1'] })
    await eventually(async () => {
      for (const text of [key, second]) expect(await isTaken(text)).toBe(false)
    })
    expect((await asUser('PATCH', `/${id}`, { allowed_ips: null })).body.allowed_ips).toBeNull()
    await eventually(async () => expect(await isTaken(key)).toBe(true))
    expect((await audit(id)).at(-1).details).toEqual({ fields: ['allowed_ips'], allowed_ips: null })
  })

  test('acts for no organization from elsewhere either', async () => {
    const organization = (await fixture.asUser(account, 'POST', '/organizations', { name: 'Ours' })).body.id
    const { key } = await newKey({ allowed_ips: ['203.0.113.7'] })
    const ask = async (from: string) => {
      const headers = { 'X-API-Key': key, 'X-Organization-Id': organization, 'X-Forwarded-For': from }
      return (await fixture.request('/api/v1/usage', { headers })).status
    }
    expect([await ask('203.0.113.7'), await ask('203.0.113.8')]).toEqual([200, 403])
  })
})

test('a key says when and from where it was used last, and not from where it was refused', async () => {
  const { id, key } = await newKey({ allowed_ips: ['203.0.113.0/24'] })
  expect(await asUser('GET', `/${id}`)).toMatchObject({ body: { last_used_at: null, last_used_ip: null } })
  expect([await isTaken(key, '::ffff:203.0.113.9'), await isTaken(key, '198.51.100.1')]).toEqual([
    true,
    false,
  ])
  await eventually(async () => {
    const { body } = await asUser('GET', `/${id}`)
    expect(body).toMatchObject({ last_used_at: expect.any(String), last_used_ip: '203.0.113.9', requests: 1 })
  })
})

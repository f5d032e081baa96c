import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile/15E148 Safari/604.1'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1' })
})
afterAll(() => fixture.close())
beforeEach(async () => {
  account = await fixture.account()
})

const from = (ip: string, userAgent: string) => ({ 'X-Forwarded-For': ip, 'User-Agent': userAgent })
const post = (path: string, body: object, headers: Record<string, string>) =>
  fixture.request(`/api/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const login = async (ip: string, userAgent: string) =>
  (await post('login', { email: account.email, password: account.password }, from(ip, userAgent))).body
const as = (accessToken: string) => ({ ...account, accessToken })
const list = async (who = account) => (await fixture.asUser(who, 'GET', '/auth/sign-ins')).body.sign_ins
const audited = async () =>
  (
    await fixture.pool.query('SELECT action, target, actor FROM audit_entry WHERE account_id = $1', [
      account.id,
    ])
  ).rows
const isSignedIn = async (token: string) =>
  (await fixture.asUser(as(token), 'GET', '/auth/me')).status === 200

test('each device stands there with its address and last use, and a refresh is a use', async () => {
  const firefox = await login('198.51.100.1', FIREFOX)
  await login('198.51.100.2', EDGE)
  await login('2001:db8::1', SAFARI)
  await login('198.51.100.3', 'my-script/1.0')
  await post('refresh', { refresh_token: firefox.refresh_token }, from('198.51.100.9', FIREFOX))
  const signIns = await list(as(firefox.access_token))
  expect(signIns.map(({ device, address, current }: { device: string; address: string; current: boolean }) => [device, address, current])).toEqual([
    ['Firefox on Windows', '198.51.100.9', true],
    ['my-script', '198.51.100.3', false],
    ['Safari on iPhone', '2001:db8::1', false],
    ['Edge on Windows', '198.51.100.2', false],
    // That of the fixture, which came by no request.
    [null, null, false],
  ])
  expect(signIns[0]).toMatchObject({ user_agent: FIREFOX, last_used_at: expect.any(String), expires_at: expect.any(String) })
  expect(signIns[0].last_used_at > signIns[0].created_at).toBe(true)
}) // biome-ignore format: a table

test('one is ended by its id, by its own user alone', async () => {
  const lost = await login('198.51.100.1', FIREFOX)
  const [{ id }] = await list()
  const stranger = await fixture.account()
  expect((await fixture.asUser(stranger, 'DELETE', `/auth/sign-ins/${id}`)).status).toBe(404)
  expect((await fixture.asUser(account, 'DELETE', '/auth/sign-ins/not-a-uuid')).status).toBe(404)
  expect((await fixture.asUser(account, 'DELETE', `/auth/sign-ins/${id}`)).status).toBe(204)
  await eventually(async () => expect(await isSignedIn(lost.access_token)).toBe(false))
  expect((await post('refresh', { refresh_token: lost.refresh_token }, {})).status).toBe(401)
  expect(await isSignedIn(account.accessToken)).toBe(true)
  expect(await audited()).toContainEqual({
    action: 'sign_in.ended',
    target: `sign_in:${id}`,
    actor: `user:${account.userId}`,
  })
})

test('all others are ended, or all', async () => {
  const others = await Promise.all([1, 2, 3].map((at) => login(`198.51.100.${at}`, FIREFOX)))
  expect((await fixture.asUser(account, 'DELETE', '/auth/sign-ins')).body).toEqual({ ended: 3 })
  await eventually(async () => {
    for (const { access_token } of others) expect(await isSignedIn(access_token)).toBe(false)
  })
  expect(await list()).toMatchObject([{ current: true }])
  expect((await fixture.asUser(account, 'DELETE', '/auth/sign-ins?current=true')).body).toEqual({ ended: 1 })
  await eventually(async () => expect(await isSignedIn(account.accessToken)).toBe(false))
})

test('a new password ends all others, and begins one where it was set', async () => {
  const other = await login('198.51.100.1', FIREFOX)
  const change = { current_password: account.password, new_password: 'another long password' }
  const { body } = await fixture.asUser(
    account,
    'POST',
    '/auth/change-password',
    change,
    from('198.51.100.7', EDGE),
  )
  await eventually(async () => expect(await isSignedIn(other.access_token)).toBe(false))
  expect(await list(as(body.access_token))).toMatchObject([
    { device: 'Edge on Windows', address: '198.51.100.7', current: true },
  ])
})

test('what a program calls itself is cut, and is text', async () => {
  const { access_token } = await login('198.51.100.1', `<script>${'x'.repeat(5_000)}`)
  const [{ user_agent }] = await list(as(access_token))
  expect([user_agent.length, user_agent.startsWith('<script>')]).toEqual([300, true])
})

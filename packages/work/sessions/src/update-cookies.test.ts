import type { Cookie } from '@gleaner/cookie-rules'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type OpenedSession, openSession } from './open-session.ts'
import { storedSecrets } from './testing/store-session.ts'
import { createValidationsFixture, type ValidationsFixture } from './testing/validations-fixture.ts'
import { updateCookies } from './update-cookies.ts'

let fixture: ValidationsFixture
beforeAll(async () => {
  fixture = await createValidationsFixture()
})
afterAll(() => fixture.close())

const BY = { actor: 'key:a', jobId: 'a-job' } as const
const cookie = (name: string, value: string, more: Partial<Cookie> = {}): Cookie => ({
  ...{ name, value, domain: 'example.com', hostOnly: false, path: '/', httpOnly: false },
  ...more,
})
const set = (...cookies: Cookie[]) => ({ set: cookies, removed: [] })
const opened = async (id: string) =>
  (await openSession(fixture.ctx, id, { accountId: fixture.accountId, apiKeyId: null }))!
const valuesOf = async (id: string) =>
  (await storedSecrets(fixture.ctx, id)).cookies.map(({ name, value }) => `${name}=${value}`)
const update = (session: OpenedSession, changes: Parameters<typeof updateCookies>[2]) =>
  updateCookies(fixture.ctx, session, changes, BY)

test('what a target has changed is kept in the session that was sent to it, and in no other', async () => {
  const [id, other] = [await fixture.session(), await fixture.session()]
  expect(await update(await opened(id), set(cookie('sid', 'new'), cookie('cart', '3')))).toBe(true)
  expect(await valuesOf(id)).toEqual(['sid=new', 'cart=3'])
  expect(await valuesOf(other)).toEqual(['sid=x'])
  expect(await fixture.row('login_session', id)).toMatchObject({ version: 1, cookie_names: ['sid', 'cart'] })
  expect(await fixture.row('login_session', other)).toMatchObject({ cookie_names: ['sid'] })
  expect(await fixture.events(other)).toEqual([])
})

test('its trail names the cookies and the job, and no value', async () => {
  const id = await fixture.session()
  const changes = {
    set: [cookie('cart', 'canary'), cookie('cart', 'canary', { path: '/a' })],
    removed: [cookie('sid', 'x')],
  }
  await update(await opened(id), changes)
  const details = { job_id: 'a-job', set: ['cart'], removed: ['sid'] }
  expect(await fixture.events(id)).toEqual([{ actor: 'key:a', action: 'cookies_updated', details }])
})

test.each([
  ['replaced', 'version = version + 1'],
  ['refuted', "status = 'invalid'"],
  ['expired', "expires_at = now() - interval '1 s'"],
])('nothing is kept of cookies that were %s meanwhile', async (_, change) => {
  const id = await fixture.session()
  const session = await opened(id)
  await fixture.ctx.pool.query(`UPDATE login_session SET ${change} WHERE id = $1`, [id])
  expect(await update(session, set(cookie('sid', 'new')))).toBe(false)
  expect(await valuesOf(id)).toEqual(['sid=x'])
  expect(await fixture.events(id)).toEqual([])
})

test('several jobs keep what each has changed, one after the other', async () => {
  const id = await fixture.session()
  const session = await opened(id)
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => update(session, set(cookie(name, '1')))))
  expect((await valuesOf(id)).toSorted()).toEqual(['a=1', 'b=1', 'c=1', 'd=1', 'sid=x'])
})

test('a session ends with the last of its cookies, and at once when none is left', async () => {
  const id = await fixture.session()
  const end = Math.floor(Date.now() / 1_000) * 1_000 + 3_600_000
  await update(await opened(id), set(cookie('sid', 'new', { expiresAt: end })))
  expect(await fixture.row('login_session', id)).toMatchObject({ cookies_expire_at: new Date(end) })
  await update(await opened(id), { set: [], removed: [cookie('sid', 'new')] })
  expect(await valuesOf(id)).toEqual([])
  expect(await opened(id)).toBeUndefined()
})

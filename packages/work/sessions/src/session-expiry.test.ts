import { SESSION_STATUSES } from '@gleaner/contracts'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readSession } from './read-sessions.ts'
import { createValidationsFixture, type ValidationsFixture } from './testing/validations-fixture.ts'

let fixture: ValidationsFixture
beforeAll(async () => {
  fixture = await createValidationsFixture()
})
afterAll(() => fixture.close())

async function shown(set: string) {
  const user = { accountId: fixture.accountId, userId: undefined }
  return await readSession(fixture.ctx.pool, user, await fixture.session(set))
}

test.each([
  ...SESSION_STATUSES.filter((status) => status !== 'inactive').map((status) => [
    `status = '${status}'`,
    'expired',
  ]),
  ["status = 'inactive', secret = NULL, data_key = NULL", 'inactive'],
])('a session of %s is shown as %s in the moment of its end', async (is, status) => {
  for (const end of [
    'expires_at = now()',
    "cookies_expire_at = now(), expires_at = now() + interval '1 day'",
  ])
    expect(await shown(`${is}, ${end}`)).toMatchObject({ status, expiry_status: 'expired' })
})

test('a session whose end lies ahead is shown as it is', async () => {
  const invalid = await shown("status = 'invalid', expires_at = now() + interval '1 hour'")
  expect(invalid).toMatchObject({ status: 'invalid', expiry_status: 'expiring' })
  expect(await shown("status = 'active'")).toMatchObject({ status: 'active', expiry_status: 'unknown' })
  const far = await shown("cookies_expire_at = now() + interval '2 days'")
  expect(far).toMatchObject({ status: 'active', expiry_status: 'valid' })
})

import { createDatabase, type Database } from '@gleaner/db'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { updateSession } from './change-session.ts'
import { createValidationsFixture, type ValidationsFixture } from './testing/validations-fixture.ts'

let fixture: ValidationsFixture
let db: Database
beforeAll(async () => {
  fixture = await createValidationsFixture()
  db = createDatabase(fixture.ctx.pool)
})
afterAll(() => fixture.close())

const COOKIE = { name: 'sid', value: 'x' }

test.each([
  [{ cookies: [COOKIE] }, 'active'],
  [{ headers: { 'X-Token': 'new' } }, 'active'],
  [{ headers: null, cookies: [COOKIE] }, 'active'],
  [{ headers: null }, 'invalid'],
  [{ user_agent: 'Other' }, 'invalid'],
  [{ name: 'Other' }, 'invalid'],
  [{ expires_at: null }, 'invalid'],
])('what is given instead of a login that was refused, %j, leaves it %s', async (update, status) => {
  const id = await fixture.session("status = 'invalid', consecutive_failures = 2")
  const holder = { accountId: fixture.accountId, userId: undefined, actor: 'user:ann' as const }
  const session = await db.transaction((both) =>
    updateSession(both, fixture.ctx.secretBox, holder, id, update as never),
  )
  expect(session).toMatchObject({ status, consecutive_failures: status === 'active' ? 0 : 2 })
})

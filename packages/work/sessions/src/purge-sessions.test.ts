import { runPurges } from '@gleaner/testkit/run-purges'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { SESSION_PURGES } from './purge-sessions.ts'
import { createValidationsFixture, type ValidationsFixture } from './testing/validations-fixture.ts'

let fixture: ValidationsFixture
beforeAll(async () => {
  fixture = await createValidationsFixture()
})
afterAll(() => fixture.close())

const purge = () => runPurges(fixture.ctx.pool, SESSION_PURGES)

test('uses are kept for 90 days in a trail, and what else it tells for a year', async () => {
  const id = await fixture.session()
  for (const [action, days] of [
    ['used_for_scrape', 89],
    ['used_for_scrape', 91],
    ['updated', 91],
    ['updated', 364],
    ['updated', 366],
  ] as const)
    await fixture.ctx.pool.query(
      `INSERT INTO login_session_event (session_id, account_id, actor, action, details, created_at)
       VALUES ($1, $2, 'system', $3, '{}', now() - $4 * interval '1 day')`,
      [id, fixture.accountId, action, days],
    )
  expect(await purge()).toBe(2)
  expect((await fixture.events(id)).map(({ action }) => action)).toEqual([
    'used_for_scrape',
    'updated',
    'updated',
  ])
})

test('what is left of a deleted session is kept for 90 days, and others for good', async () => {
  const deleted = (days: number) =>
    fixture.session(
      `status = 'inactive', secret = NULL, data_key = NULL, deleted_at = now() - interval '${days} days'`,
    )
  const [kept, gone] = [await deleted(89), await deleted(91)]
  const old = await fixture.session(
    "created_at = now() - interval '900 days', updated_at = now() - interval '900 days'",
  )
  expect(await purge()).toBe(1)
  expect(await fixture.row('login_session', gone)).toBeUndefined()
  for (const id of [kept, old]) expect(await fixture.row('login_session', id)).toBeDefined()
})

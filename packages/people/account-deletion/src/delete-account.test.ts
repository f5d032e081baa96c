import { createOrganization } from '@gleaner/organizations'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { deleteAccount } from './delete-account.ts'
import { ADDRESS_TABLES, TABLES } from './tables.ts'
import { each, PASSWORD, type Person, startDeletions } from './testing/deletions.ts'

let deletions: Awaited<ReturnType<typeof startDeletions>>
beforeAll(async () => {
  deletions = await startDeletions()
})
afterAll(() => deletions.close())

const SURE = { password: PASSWORD, confirm: true }
const remove = (person: Person, confirmation: Parameters<typeof deleteAccount>[2] = SURE) =>
  deleteAccount(deletions.ctx, person, confirmation)

/** What keeps an account from being deleted, and the codes. */
const REFUSALS: [string, Parameters<typeof deleteAccount>[2], object][] = [
  [
    'nothing is confirmed',
    {},
    { code: 'INVALID_REQUEST', details: { issues: [{ path: 'password' }, { path: 'confirm' }] } },
  ],
  [
    'there is no password',
    { confirm: true },
    { code: 'INVALID_REQUEST', details: { issues: [{ path: 'password' }] } },
  ],
  [
    'it is not confirmed',
    { password: PASSWORD },
    { code: 'INVALID_REQUEST', details: { issues: [{ path: 'confirm' }] } },
  ],
  ['it is denied', { password: PASSWORD, confirm: false }, { code: 'INVALID_REQUEST' }],
  ['the password is wrong', { password: `${PASSWORD}.`, confirm: true }, { code: 'INVALID_REQUEST' }],
]

test.each(REFUSALS)('when %s nothing is done', async (_, confirmation, refusal) => {
  const person = await deletions.newPerson()
  const before = await deletions.everything()
  await expect(remove(person, confirmation)).rejects.toMatchObject(refusal)
  expect(await deletions.everything()).toEqual(before)
})

test('who owns an organization stays, with all that they have', async () => {
  const person = await deletions.newPerson()
  await deletions.db.transaction((both) => createOrganization(both, person.userId, { name: 'Team' }))
  const before = await deletions.everything()
  await expect(remove(person)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await deletions.everything()).toEqual(before)
})

test('what makes a part of the deletion fail undoes the rest', async () => {
  const person = await deletions.newPerson()
  const before = await deletions.everything()
  for (const table of ['mail', 'audit_entry'])
    await expect(deletions.whileBroken(table, 'INSERT', () => remove(person))).rejects.toThrow('broken')
  expect(await deletions.everything()).toEqual(before)
})

test('nothing of an account works any more, its name is gone, and its books stay', async () => {
  const [person, other] = [await deletions.newPerson(), await deletions.newPerson()]
  const kept = await deletions.rowsOf(other.accountId, [...TABLES.atOnce, ...TABLES.jobs])
  await remove(person)
  expect(await deletions.rowsOf(person.accountId, TABLES.atOnce)).toEqual(each(TABLES.atOnce, 0))
  expect(await deletions.accountOf(person.accountId)).toEqual({ name: 'deleted account', isDeleted: true })
  expect(await deletions.rowsOf(person.accountId, ['app_user', 'balance'])).toEqual({
    app_user: 0,
    balance: 1,
  })
  expect(await deletions.openJobsOf(person.accountId)).toBe(0)
  // Of others nothing.
  expect(await deletions.rowsOf(other.accountId, Object.keys(kept))).toEqual(kept)
  expect([await deletions.accountOf(other.accountId), await deletions.openJobsOf(other.accountId)]).toEqual([
    { name: 'Ann', isDeleted: false },
    2,
  ])
})

test('what was mailed to the address of who is deleted is forgotten, and of nobody else', async () => {
  const [person, other] = [await deletions.newPerson(), await deletions.newPerson()]
  for (const table of ADDRESS_TABLES)
    for (const { email } of [person, other])
      await deletions.insert(table, {
        email: `'${email}'`,
        ...(table === 'support_ticket' && { account_id: 'NULL' }),
      })
  await remove(person)
  for (const table of ADDRESS_TABLES) {
    const { rows } = await deletions.db.pool.query<{ email: string }>(
      `SELECT email FROM ${table} WHERE email IS NOT NULL`,
    )
    expect([table, rows.map(({ email }) => email)]).toEqual([table, [other.email]])
  }
})

test('work that cannot be ended at once is left to the scheduler, and told', async () => {
  const person = await deletions.newPerson()
  await deletions.whileBroken('job', 'UPDATE', () => remove(person))
  expect(await deletions.accountOf(person.accountId)).toMatchObject({ isDeleted: true })
  expect(await deletions.openJobsOf(person.accountId)).toBe(2)
  expect(deletions.logged.filter((line) => line.includes(person.accountId))).toEqual([
    expect.stringContaining('ended later'),
  ])
})

test('of two who ask at once one deletes it', async () => {
  const person = await deletions.newPerson()
  const ended = await Promise.allSettled([remove(person), remove(person)])
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { rowCount } = await deletions.db.pool.query(
    "SELECT FROM audit_entry WHERE account_id = $1 AND action = 'account.deleted'",
    [person.accountId],
  )
  expect(rowCount).toBe(1)
})

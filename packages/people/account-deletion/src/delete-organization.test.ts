import { deposit } from '@gleaner/billing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { deleteOrganization } from './delete-organization.ts'
import { TABLES } from './tables.ts'
import { each, startDeletions } from './testing/deletions.ts'

let deletions: Awaited<ReturnType<typeof startDeletions>>
beforeAll(async () => {
  deletions = await startDeletions()
})
afterAll(() => deletions.close())

type Organization = Awaited<ReturnType<typeof deletions.newOrganization>>
type Who = 'owner' | 'admin' | 'member' | 'outsider'
const remove = (organization: Organization, who: Who = 'owner', confirm = false) =>
  deleteOrganization(
    deletions.ctx,
    { organizationId: organization.id, userId: organization[who].userId },
    { confirm },
  )

test.each([
  ['admin', 'FORBIDDEN'],
  ['member', 'FORBIDDEN'],
  ['outsider', 'NOT_FOUND'],
] as const)('an organization is not the %s’s to delete', async (who, code) => {
  const organization = await deletions.newOrganization()
  const before = await deletions.everything()
  for (const confirm of [false, true])
    await expect(remove(organization, who, confirm)).rejects.toMatchObject({ code })
  expect(await deletions.everything()).toEqual(before)
})

describe('the balance of an organization', () => {
  const CENT = 10_000n
  /** What it has, in cents, and what the owner is told that is lost; undefined where nothing is. */
  const BALANCES: [available: bigint, held: bigint, lost: number | undefined][] = [
    [0n, 0n, undefined],
    [5n, 0n, 5],
    [0n, 3n, 3],
    [5n, 3n, 8],
  ]

  test.each(BALANCES)('of %s cents and %s held: %s are lost', async (available, held, lost) => {
    const organization = await deletions.newOrganization()
    await deletions.db.pool.query(
      'UPDATE balance SET available_micros = $2, held_micros = $3 WHERE account_id = $1',
      [organization.id, available * CENT, held * CENT],
    )
    if (lost !== undefined) {
      const before = await deletions.everything()
      await expect(remove(organization)).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { balance_cents: lost },
      })
      expect(await deletions.everything()).toEqual(before)
    }
    await remove(organization, 'owner', lost !== undefined)
    expect(await deletions.accountOf(organization.id)).toEqual({ name: 'deleted account', isDeleted: true })
  })
})

test('an organization goes with its members, and leaves them their own accounts', async () => {
  const organization = await deletions.newOrganization()
  await deletions.db.transaction(({ sql }) => deposit(sql, organization.id, 10_000n, 'Test'))
  const members = [organization.owner, organization.admin, organization.member]
  const owned = await Promise.all(members.map(({ accountId }) => deletions.rowsOf(accountId, TABLES.atOnce)))
  await remove(organization, 'owner', true)
  const gone = [...TABLES.atOnce, 'organization', 'membership']
  expect(await deletions.rowsOf(organization.id, gone)).toEqual(each(gone, 0))
  expect(await deletions.openJobsOf(organization.id)).toBe(0)
  expect(await deletions.rowsOf(organization.id, ['balance', 'ledger_entry'])).toEqual({
    balance: 1,
    ledger_entry: 1,
  })
  for (const [at, { accountId }] of members.entries()) {
    expect(await deletions.rowsOf(accountId, TABLES.atOnce)).toEqual(owned[at])
    expect(await deletions.accountOf(accountId)).toEqual({ name: 'Ann', isDeleted: false })
    expect(await deletions.openJobsOf(accountId)).toBe(2)
  }
})

test('its invitations stay without it, for as long as their mails count', async () => {
  const organization = await deletions.newOrganization()
  await deletions.insert('invitation', {
    account_id: `'${organization.id}'`,
    invited_by: `'${organization.admin.userId}'`,
    state: "'open'",
    expires_at: "now() + interval '1 day'",
  })
  await remove(organization)
  const { rows } = await deletions.db.pool.query<{ account_id: string | null }>(
    'SELECT account_id FROM invitation WHERE invited_by = $1',
    [organization.admin.userId],
  )
  expect(rows).toEqual([{ account_id: null }])
})

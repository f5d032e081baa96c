import type { ErrorCode, GivenRole, Role } from '@gleaner/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { leaveAllOrganizations } from './leave-all.ts'
import { changeRole, leaveOrganization, listMembers, removeMember, transferOwnership } from './members.ts'
import { ASKING, startTeams, type Team } from './testing/team.ts'

let teams: Awaited<ReturnType<typeof startTeams>>
beforeAll(async () => {
  teams = await startTeams()
})
afterAll(() => teams.close())

type Who = (typeof ASKING)[number]
type Act = (team: Team, userId: string, memberId: string) => Promise<unknown>

const ACTS: Record<string, Act> = {
  'make a member of': (team, userId, id) =>
    changeRole(teams.db, { organizationId: team.id, userId }, id, 'member'),
  'make an admin of': (team, userId, id) =>
    changeRole(teams.db, { organizationId: team.id, userId }, id, 'admin'),
  remove: (team, userId, id) => removeMember(teams.db, { organizationId: team.id, userId }, id),
  'hand over to': (team, userId, id) => transferOwnership(teams.db, { organizationId: team.id, userId }, id),
}
type ActName = keyof typeof ACTS

/** Who may do what to whom: `another` is somebody else in that role. All else is refused. */
const ALLOWED: [Who, ActName, Who][] = [
  ['owner', 'make a member of', 'admin'],
  ['owner', 'make a member of', 'member'],
  ['owner', 'make an admin of', 'admin'],
  ['owner', 'make an admin of', 'member'],
  ['owner', 'remove', 'admin'],
  ['owner', 'remove', 'member'],
  ['owner', 'hand over to', 'admin'],
  ['owner', 'hand over to', 'member'],
  ['admin', 'make a member of', 'member'],
  ['admin', 'remove', 'member'],
]
const ALL = ASKING.flatMap((who) =>
  Object.keys(ACTS).flatMap((act) => ASKING.map((whom) => [who, act, whom] as const)),
)
const isAllowed = ([who, act, whom]: (typeof ALL)[number]) =>
  ALLOWED.some((one) => one[0] === who && one[1] === act && one[2] === whom)

/** Somebody in that role who is not the one that acts. */
async function another(team: Team, role: Who): Promise<string> {
  if (role === 'owner' || role === 'outsider') return team[role]
  const userId = await teams.newPerson()
  await teams.people.join(team.id, userId, role)
  return userId
}

const codeOf = (error: { code?: ErrorCode }) => error.code

describe('what members may do to one another', () => {
  test.each(ALLOWED)('%s may %s %s', async (who, act, whom) => {
    const team = await teams.newTeam()
    const target = await another(team, whom)
    const before = await teams.rolesIn(team.id)
    await ACTS[act]!(team, team[who], target)
    const { [target]: now, ...others } = await teams.rolesIn(team.id)
    const expected: Record<string, Role | undefined> = {
      'make a member of': 'member',
      'make an admin of': 'admin',
      remove: undefined,
      'hand over to': 'owner',
    }
    expect(now).toBe(expected[act])
    const { [target]: was, ...rest } = before
    expect(others).toEqual(act === 'hand over to' ? { ...rest, [team.owner]: 'admin' } : rest)
    expect((await teams.logOf(team.id)).length).toBe(was === now ? 1 : 2)
  })

  test.each(ALL.filter((one) => !isAllowed(one)))(
    '%s may not %s %s, and nothing happens',
    async (who, act, whom) => {
      // To oneself other rules apply.
      if (who === whom && (who === 'owner' || who === 'outsider')) return
      const team = await teams.newTeam()
      const target = await another(team, whom)
      const before = await teams.rolesIn(team.id)
      const error = await ACTS[act]!(team, team[who], target).then(() => ({}), codeOf)
      const isInside = who !== 'outsider'
      const mayAsk = who === 'owner' || (who === 'admin' && act !== 'hand over to')
      expect(error).toBe(isInside && !(mayAsk && whom === 'outsider') ? 'FORBIDDEN' : 'NOT_FOUND')
      expect([await teams.rolesIn(team.id), await teams.logOf(team.id)]).toEqual([
        before,
        ['organization.created'],
      ])
    },
  )
})

test('everybody may leave but the owner, by either way', async () => {
  for (const leave of [leaveOrganization, removeMember] as const)
    for (const who of ['owner', 'admin', 'member'] as const) {
      const team = await teams.newTeam()
      const asking = { organizationId: team.id, userId: team[who] }
      const error = await leave(teams.db, asking, asking.userId).then(() => undefined, codeOf)
      expect(error).toBe(who === 'owner' ? 'CONFLICT' : undefined)
      expect(team[who] in (await teams.rolesIn(team.id))).toBe(who === 'owner')
    }
})

/** Ways in which somebody ceases to be an admin. */
const LOSSES: [string, (team: Team) => Promise<unknown>][] = [
  ['was removed', (team) => ACTS.remove!(team, team.owner, team.admin)],
  ['has left', (team) => leaveOrganization(teams.db, { organizationId: team.id, userId: team.admin })],
  ['is a member now', (team) => ACTS['make a member of']!(team, team.owner, team.admin)],
  [
    'deletes their account',
    (team) => teams.db.transaction((both) => leaveAllOrganizations(both, team.admin)),
  ],
]

test.each(LOSSES)('the invitations of an admin who %s work no more, those of others do', async (_, lose) => {
  const team = await teams.newTeam()
  const [theirs, others] = [
    await teams.invite({ organizationId: team.id, userId: team.admin }, 'a@example.com'),
    await teams.invite({ organizationId: team.id, userId: team.owner }, 'b@example.com'),
  ]
  await lose(team)
  expect([await teams.stateOf(theirs.id), await teams.stateOf(others.id)]).toEqual(['revoked', 'open'])
})

test('whatever is done at once, there is one owner, and the log has what was done', async () => {
  const team = await teams.newTeam()
  const everybody = [team.owner, team.admin, team.member]
  const roles: GivenRole[] = ['member', 'admin']
  for (let round = 0; round < 5; round++) {
    const acts = everybody.flatMap((userId) =>
      everybody.flatMap((id) => {
        const asking = { organizationId: team.id, userId }
        return [
          transferOwnership(teams.db, asking, id),
          ...roles.map((role) => changeRole(teams.db, asking, id, role)),
        ]
      }),
    )
    await Promise.allSettled(acts)
    const owners = Object.values(await teams.rolesIn(team.id)).filter((role) => role === 'owner')
    expect(owners).toEqual(['owner'])
  }
  const transfers = (await teams.logOf(team.id)).filter((action) => action === 'organization.transferred')
  expect(transfers.length).toBeGreaterThan(0)
})

test('who owns an organization leaves none, and is told which they own', async () => {
  const [own, other] = [await teams.newTeam(), await teams.newTeam()]
  await teams.people.join(other.id, own.owner)
  const leaving = () => teams.db.transaction((both) => leaveAllOrganizations(both, own.owner))
  await expect(leaving()).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { organizations: [{ id: own.id, name: 'Team' }] },
  })
  expect(await teams.rolesIn(other.id)).toMatchObject({ [own.owner]: 'member' })
  await transferOwnership(teams.db, { organizationId: own.id, userId: own.owner }, own.admin)
  await leaving()
  for (const { id } of [own, other]) expect(await teams.rolesIn(id)).not.toHaveProperty(own.owner)
})

test('members are listed in the order in which they came, and for members alone', async () => {
  const team = await teams.newTeam()
  const listed = async (who: Who, limit = 10, offset = 0) =>
    await listMembers(teams.db, { organizationId: team.id, userId: team[who] }, { limit, offset })
  expect((await listed('member')).members.map(({ user_id }) => user_id)).toEqual([
    team.owner,
    team.admin,
    team.member,
  ])
  expect(await listed('admin', 1, 1)).toMatchObject({
    members: [{ user_id: team.admin, role: 'admin' }],
    total: 3,
  })
  await expect(listed('outsider')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

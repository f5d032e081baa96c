import { randomUUID } from 'node:crypto'
import { storedHash } from '@gleaner/security/stored-hash'
import { insertRows } from '@gleaner/testkit/insert-rows'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  acceptInvitation,
  declineInvitation,
  listReceivedInvitations,
  readInvitation,
} from './answer-invitation.ts'
import { listInvitations, revokeInvitation } from './invitations.ts'
import { ORGANIZATION_LIMITS } from './limits.ts'
import { removeMember } from './members.ts'
import { ASKING, startTeams, type Team } from './testing/team.ts'

let teams: Awaited<ReturnType<typeof startTeams>>
beforeAll(async () => {
  teams = await startTeams()
})
afterAll(() => teams.close())

const PAGE = { limit: 10, offset: 0 }
const askingOf = (team: Team, who: (typeof ASKING)[number]) => ({
  organizationId: team.id,
  userId: team[who],
})

/** An invitation of the outsider of a new team, whose link the test knows; mails hold it otherwise. */
async function invited(role: 'admin' | 'member' = 'member') {
  const team = await teams.newTeam()
  const { id } = await teams.invite(askingOf(team, 'owner'), await teams.addressOf(team.outsider), role)
  const token = randomUUID()
  await teams.db.pool.query('UPDATE invitation SET token_hash = $2 WHERE id = $1', [id, storedHash(token)])
  return { team, id, token }
}
const accept = (team: Team, token: string) => acceptInvitation(teams.db, team.outsider, token)

/** What ends an invitation before it is accepted. */
const ENDS: [string, (one: Awaited<ReturnType<typeof invited>>) => Promise<unknown>][] = [
  ['was withdrawn', ({ team, id }) => revokeInvitation(teams.db, askingOf(team, 'owner'), id)],
  ['was declined', ({ token }) => declineInvitation(teams.db, token)],
  [
    'was replaced',
    async ({ team }) => teams.invite(askingOf(team, 'admin'), await teams.addressOf(team.outsider)),
  ],
  [
    'has expired',
    ({ id }) => teams.db.pool.query('UPDATE invitation SET expires_at = now() WHERE id = $1', [id]),
  ],
  [
    'lost its organization',
    ({ team }) => teams.db.pool.query('DELETE FROM organization WHERE account_id = $1', [team.id]),
  ],
]

test.each(ENDS)('an invitation that %s lets nobody in, and is shown to nobody', async (_, end) => {
  const one = await invited()
  await end(one)
  await expect(accept(one.team, one.token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(readInvitation(teams.db, one.token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await teams.rolesIn(one.team.id)).not.toHaveProperty(one.team.outsider)
  const { invitations } = await listReceivedInvitations(teams.db, one.team.outsider, PAGE)
  expect(invitations.map(({ id }) => id)).not.toContain(one.id)
})

test('one that is accepted and withdrawn at once does either, and the log says which', async () => {
  for (let round = 0; round < 10; round++) {
    const { team, id, token } = await invited()
    await Promise.allSettled([accept(team, token), revokeInvitation(teams.db, askingOf(team, 'owner'), id)])
    const isIn = team.outsider in (await teams.rolesIn(team.id))
    expect(await teams.stateOf(id)).toBe(isIn ? 'accepted' : 'revoked')
    expect((await teams.logOf(team.id)).slice(2)).toEqual([
      isIn ? 'invitation.accepted' : 'invitation.revoked',
    ])
  }
})

test('a link that was used is no way back in', async () => {
  const { team, token } = await invited()
  await accept(team, token)
  await accept(team, token)
  await removeMember(teams.db, askingOf(team, 'owner'), team.outsider)
  await expect(accept(team, token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('who is in already keeps their role', async () => {
  const { team, token } = await invited('admin')
  await teams.people.join(team.id, team.outsider, 'member')
  expect(await accept(team, token)).toMatchObject({ role: 'member' })
})

test('a link is for the address that it was sent to', async () => {
  const { team, id, token } = await invited()
  const stranger = await teams.newPerson()
  await expect(acceptInvitation(teams.db, stranger, token)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect([await teams.stateOf(id), await teams.rolesIn(team.id)]).toEqual([
    'open',
    expect.not.objectContaining({ [stranger]: expect.anything() }),
  ])
})

/** Whom each may invite. */
const MAY_INVITE = { owner: ['member', 'admin'], admin: ['member'], member: [], outsider: [] } as const
const ROLES = ['member', 'admin'] as const

test.each(ASKING)('whom the %s may invite, and whose invitation they may withdraw', async (who) => {
  for (const role of ROLES) {
    const team = await teams.newTeam()
    const isAllowed = (MAY_INVITE[who] as readonly string[]).includes(role)
    const refused = { code: who === 'outsider' ? 'NOT_FOUND' : 'FORBIDDEN' }
    const inviting = teams.invite(askingOf(team, who), `${randomUUID()}@example.com`, role)
    if (isAllowed) await expect(inviting).resolves.toMatchObject({ role })
    else await expect(inviting).rejects.toMatchObject(refused)

    const { id } = await teams.invite(askingOf(team, 'owner'), `${randomUUID()}@example.com`, role)
    const revoking = revokeInvitation(teams.db, askingOf(team, who), id)
    if (isAllowed) await revoking
    else await expect(revoking).rejects.toMatchObject(refused)
    expect(await teams.stateOf(id)).toBe(isAllowed ? 'revoked' : 'open')
  }
})

test('one organization neither sees nor withdraws what another has sent', async () => {
  const [one, other] = [await teams.newTeam(), await teams.newTeam()]
  const { id } = await teams.invite(askingOf(one, 'owner'), 'x@example.com')
  await expect(revokeInvitation(teams.db, askingOf(other, 'owner'), id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect((await listInvitations(teams.db, askingOf(other, 'owner'), PAGE)).total).toBe(0)
  expect((await listInvitations(teams.db, askingOf(one, 'admin'), PAGE)).invitations).toMatchObject([{ id }])
})

test('a person sends so many mails a day, over all organizations, and is told when the next may go', async () => {
  const [one, other] = [await teams.newTeam(), await teams.newTeam()]
  await teams.people.join(other.id, one.owner, 'admin')
  await insertRows(
    teams.db.pool,
    'invitation',
    {
      account_id: `'${one.id}'`,
      invited_by: `'${one.owner}'`,
      role: "'member'",
      state: "'revoked'",
      created_at: "now() - interval '1 hour'",
      expires_at: "now() + interval '1 day'",
    },
    ORGANIZATION_LIMITS.invitationsPerDay - 1,
  )
  const asking = { organizationId: other.id, userId: one.owner }
  await teams.invite(asking, 'last@example.com')
  const error = await teams.invite(asking, 'more@example.com').catch((reason) => reason)
  expect(error).toMatchObject({ code: 'RATE_LIMITED' })
  const seconds = error.details.retry_after_seconds
  expect([seconds > 22 * 3600, seconds <= 23 * 3600]).toEqual([true, true])
  // Of somebody else it takes nothing.
  await teams.invite(askingOf(other, 'owner'), 'more@example.com')
})

import { ROLES, type Role } from '@gleaner/contracts'
import { createDatabase, createPool, type Database } from '@gleaner/db'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { createPeople } from '@gleaner/sessions/testing/people'
import { createTestDatabase } from '@gleaner/testkit'
import { invite } from '../invitations.ts'
import type { Asking } from '../membership.ts'
import { createOrganization } from '../organizations.ts'

/** An organization, and somebody in each role. */
export interface Team extends Record<Role, string> {
  id: string
  /** Somebody in none. */
  outsider: string
}

/** Organizations on a database of their own. */
export async function startTeams() {
  const server = await createTestDatabase()
  const db: Database = createDatabase(createPool({ url: server.url, max: 10 }))
  const people = createPeople(db.pool)
  const newPerson = async () => await people.user(await people.account())
  const ctx = { secretBox: createSecretBox(generateKey('test')), publicUrl: 'https://gleaner.test' }

  async function newTeam(): Promise<Team> {
    const [owner, admin, member, outsider] = [
      await newPerson(),
      await newPerson(),
      await newPerson(),
      await newPerson(),
    ]
    const { id } = await db.transaction((both) => createOrganization(both, owner, { name: 'Team' }))
    await people.join(id, admin, 'admin')
    await people.join(id, member, 'member')
    return { id, owner, admin, member, outsider }
  }

  return {
    db,
    people,
    newPerson,
    newTeam,
    /** The address of a person. */
    async addressOf(userId: string): Promise<string> {
      const { rows } = await db.pool.query<{ email: string }>('SELECT email FROM app_user WHERE id = $1', [
        userId,
      ])
      return rows[0]!.email
    },
    async invite(asking: Asking, email: string, role: 'admin' | 'member' = 'member') {
      return await db.transaction((both) => invite(ctx, both, asking, { email, role }))
    },
    /** Who is in an organization, and as what. */
    async rolesIn(organizationId: string): Promise<Record<string, Role>> {
      const { rows } = await db.pool.query<{ userId: string; role: Role }>(
        'SELECT user_id AS "userId", role FROM membership WHERE account_id = $1 ORDER BY user_id',
        [organizationId],
      )
      return Object.fromEntries(rows.map(({ userId, role }) => [userId, role]))
    },
    /** What was done, the oldest first. */
    async logOf(organizationId: string): Promise<string[]> {
      const { rows } = await db.pool.query<{ action: string }>(
        'SELECT action FROM audit_entry WHERE account_id = $1 ORDER BY id',
        [organizationId],
      )
      return rows.map(({ action }) => action)
    },
    async stateOf(invitationId: string): Promise<string | undefined> {
      const { rows } = await db.pool.query<{ state: string }>('SELECT state FROM invitation WHERE id = $1', [
        invitationId,
      ])
      return rows[0]?.state
    },
    async close() {
      await db.pool.end()
      await server.close()
    },
  }
}

/** Everybody who may ask. */
export const ASKING = [...ROLES, 'outsider'] as const

import { uuidv7 } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'

/** People, organizations and keys that were made without an API; each gives its id. */
export function createPeople(sql: Queryable) {
  async function account(kind = 'personal'): Promise<string> {
    const id = uuidv7()
    await sql.query("INSERT INTO account (id, name, kind) VALUES ($1, 'Test', $2)", [id, kind])
    return id
  }

  async function user(accountId: string): Promise<string> {
    const id = uuidv7()
    await sql.query(
      "INSERT INTO app_user (id, account_id, email, password_hash) VALUES ($1, $2, $3, 'none')",
      [id, accountId, `${id}@example.com`],
    )
    return id
  }

  return {
    account,
    user,
    /** One that has an owner. */
    async organization(): Promise<string> {
      const id = await account('organization')
      await sql.query(
        `WITH made AS (INSERT INTO organization (account_id, slug) VALUES ($1::uuid, $3))
         INSERT INTO membership (account_id, user_id, role) VALUES ($1::uuid, $2, 'owner')`,
        [id, await user(await account()), id],
      )
      return id
    },
    async join(organizationId: string, userId: string, role = 'member'): Promise<void> {
      await sql.query('INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, $3)', [
        organizationId,
        userId,
        role,
      ])
    },
    async leave(organizationId: string, userId: string): Promise<void> {
      await sql.query('DELETE FROM membership WHERE account_id = $1 AND user_id = $2', [
        organizationId,
        userId,
      ])
    },
    async key(
      accountId: string,
      userId: string | null,
      oauthClientId: string | null = null,
    ): Promise<string> {
      const id = uuidv7()
      await sql.query(
        `INSERT INTO api_key (id, account_id, user_id, oauth_client_id, name, hash, prefix)
         VALUES ($1, $2, $3, $4, $6, $5, 'test')`,
        [id, accountId, userId, oauthClientId, Buffer.from(id), id],
      )
      return id
    },
    async share(sessionId: string, organizationId: string, sharedBy: string): Promise<void> {
      await sql.query(
        'UPDATE login_session SET organization_id = $2, shared_by = $3, shared_at = now() WHERE id = $1',
        [sessionId, organizationId, sharedBy],
      )
    },
  }
}

export type People = ReturnType<typeof createPeople>

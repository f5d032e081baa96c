import type { Queryable } from '@gleaner/db'

/** A user as sign-in needs them. */
export interface UserRow {
  id: string
  accountId: string
  email: string
  name: string | null
  passwordHash: string
  createdAt: Date
  /** By the operator. */
  isBlocked: boolean
}

/** SQL: columns of `app_user` joined with its `account`, for a UserRow. */
export const USER_COLUMNS = `
  app_user.id, app_user.account_id AS "accountId", app_user.email, app_user.name, app_user.password_hash AS "passwordHash",
  app_user.created_at AS "createdAt", account.blocked_at IS NOT NULL AS "isBlocked"`

/** The user with this e-mail address, as `normalizeEmail` makes it, or with this id. */
export async function findUser(
  db: Queryable,
  by: { email: string } | { id: string },
): Promise<UserRow | undefined> {
  const [column, value] = 'email' in by ? ['email', by.email] : ['id', by.id]
  const { rows } = await db.query<UserRow>({
    name: `find-user-by-${column}`,
    text: `SELECT ${USER_COLUMNS} FROM app_user JOIN account ON account.id = app_user.account_id WHERE app_user.${column} = $1`,
    values: [value],
  })
  return rows[0]
}

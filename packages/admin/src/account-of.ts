import { findAccountByEmail } from '@gleaner/accounts'
import { type AdminContext, AdminError, type Values } from './command.ts'
import { readEmail } from './read-email.ts'

/** The account of the user that `--email` names; throws AdminError when there is none. */
export async function accountOf(
  { db }: AdminContext,
  values: Values,
): Promise<{ id: string; email: string }> {
  const email = readEmail(values)
  const account = await findAccountByEmail(db, email)
  if (account) return { id: account.id, email }
  throw new AdminError(
    `No account has a user ${email}; create-account opens one, list-accounts shows those there are.`,
  )
}

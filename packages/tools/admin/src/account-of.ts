import { findAccountByEmail } from '@gleaner/accounts'
import { isUuid } from '@gleaner/contracts'
import { type AdminContext, AdminError, type Option, type Values } from './command.ts'
import { readEmail } from './read-email.ts'

/** How commands name an account: an organization's has no user of its own. */
export const ACCOUNT_OPTIONS = {
  email: { value: 'address', help: 'a user whose personal account it is' },
  account: { value: 'id', help: 'the account, as list-accounts shows it; in place of --email' },
} as const satisfies Record<string, Option>

/** The account that `--email` or `--account` names; throws AdminError when there is none. */
export async function accountOf({ db }: Pick<AdminContext, 'db'>, values: Values): Promise<{ id: string }> {
  if (values.account !== undefined) return await accountById({ db }, String(values.account))
  if (values.email === undefined) throw new AdminError('--email or --account must be given.')
  const email = readEmail(values)
  const account = await findAccountByEmail(db, email)
  if (account) return { id: account.id }
  throw new AdminError(
    `No account has a user ${email}; create-account opens one, list-accounts shows those there are.`,
  )
}

async function accountById({ db }: Pick<AdminContext, 'db'>, id: string): Promise<{ id: string }> {
  const { account } = await db.prisma()
  const found = isUuid(id) ? await account.findUnique({ where: { id }, select: { id: true } }) : null
  if (found) return found
  throw new AdminError(`There is no account ${id}; list-accounts shows those there are.`)
}

import type { TransactionHandles } from '@gleaner/db'
import type { AccountsContext } from '../context.ts'
import { noteMailbox } from '../free-credits/note-mailbox.ts'
import { insertAccount, type NewAccount } from '../users/create-account.ts'

/** Who registers, with what the balance of a mailbox that has never had an account begins with. */
type Registering = Pick<NewAccount, 'name' | 'email'> & { passwordHash: string; grantMicros: bigint }

/** Opens the account of a stranger, within a transaction that cannot go on after a CONFLICT. */
export async function openAccount(
  { secretBox }: Pick<AccountsContext, 'secretBox'>,
  handles: TransactionHandles,
  { grantMicros, ...account }: Registering,
): Promise<void> {
  const isFirst = await noteMailbox(handles.sql, secretBox, account.email)
  const grant = isFirst && grantMicros > 0n
  await insertAccount(handles, {
    ...account,
    ...(grant && { deposit: { amountMicros: grantMicros, note: 'sign-up' } }),
  })
}

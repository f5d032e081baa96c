import { recordAudit } from '@gleaner/audit-log'
import { fromCredits, readBalance, toCredits, transferOutside } from '@gleaner/billing'
import type { TransactionHandles } from '@gleaner/db'
import { type Act, lockAccount } from './operate-account.ts'

export interface Grant {
  credits: number
  /** Why, for the ledger. */
  note: string
  /** What it is for: the same one adds its credits once. */
  reference: string
}

/** Adds credits to a balance, as a deposit in its ledger. Throws NOT_FOUND. */
export async function grantCredits(
  both: TransactionHandles,
  { accountId, actor }: Act,
  { credits, note, reference }: Grant,
): Promise<{ wasMadeBefore: boolean; availableCredits: number }> {
  // A repetition at the same moment waits here.
  await lockAccount(both.sql, accountId)
  const transfer = { accountId, amountMicros: BigInt(fromCredits(credits)), note, reference }
  const result = await transferOutside(both.sql, 'deposit', transfer)
  const details = { credits, note, reference }
  if (result === 'made')
    await recordAudit(both, {
      accountId,
      actor,
      action: 'credits.granted',
      target: `account:${accountId}`,
      details,
    })
  const { availableMicros } = await readBalance(both.sql, accountId)
  return { wasMadeBefore: result !== 'made', availableCredits: toCredits(availableMicros) }
}

import type { Caller } from '@gleaner/accounts'
import { actorOf, type NewAuditEntry, recordAudit } from '@gleaner/audit-log'
import type { TransactionHandles } from '@gleaner/db'

/** Notes an act of a caller in the log of the account that they act for, in the transaction of the act. */
export async function noteAct(
  both: Pick<TransactionHandles, 'sql'>,
  caller: Caller,
  act: Omit<NewAuditEntry, 'accountId' | 'actor'>,
): Promise<void> {
  await recordAudit(both, { accountId: caller.accountId, actor: actorOf(caller), ...act })
}

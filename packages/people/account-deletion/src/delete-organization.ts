import { recordAudit } from '@gleaner/audit-log'
import { readBalance, toCents } from '@gleaner/billing'
import { ApiError } from '@gleaner/contracts'
import type { Database, TransactionHandles } from '@gleaner/db'
import { type Asking, lockMembership } from '@gleaner/organizations'
import { endSharing } from '@gleaner/sessions'
import { closeAccount, endWorkOfClosed } from './close-account.ts'
import type { EraseContext } from './erase-account.ts'

/**
 * Deletes an organization for its owner, as the account that it is: members, keys, proxies and invitations are gone when this commits;
 * what is under way is then ended, and the scheduler deletes the rest. Throws CONFLICT while there is a balance to lose, unless the owner
 * confirms that.
 */
export async function deleteOrganization(
  ctx: Pick<EraseContext, 'jobs' | 'logger'> & { db: Database },
  asking: Asking,
  { confirm }: { confirm: boolean },
): Promise<void> {
  const { organizationId: accountId, userId } = asking
  await ctx.db.transaction(async (handles) => {
    await lockMembership(handles.sql, asking, 'owner')
    if (!confirm) await refuseWithBalance(handles, accountId)
    await endSharing(handles.sql, { organizationId: accountId }, `user:${userId}`, 'organization_deleted')
    // Memberships go with it. Invitations stay for a week without it, as their mails count.
    await handles.prisma.organization.delete({ where: { accountId } })
    await closeAccount(handles, accountId)
    await recordAudit(handles, { accountId, actor: `user:${userId}`, action: 'organization.deleted' })
  })
  await endWorkOfClosed(ctx, accountId)
}

async function refuseWithBalance({ sql }: TransactionHandles, accountId: string): Promise<void> {
  const { availableMicros, heldMicros } = await readBalance(sql, accountId)
  const micros = availableMicros + heldMicros
  if (micros <= 0n) return
  const cents = Math.floor(toCents(micros))
  throw new ApiError(
    'CONFLICT',
    `The organization has ${cents} cents left, which are lost with it, and requests that are under way are ended. Add ?confirm=true to delete it all the same.`,
    { balance_cents: cents },
  )
}

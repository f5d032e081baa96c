import { setBlocked } from '@gleaner/operator'
import { ACCOUNT_OPTIONS, accountOf } from '../account-of.ts'
import type { Command } from '../command.ts'

export const blockAccountCommand = blocking(
  true,
  'Refuses every request of an account, within a second. Its running jobs end as usual.',
)
export const unblockAccountCommand = blocking(false, 'Lets a blocked account in again.')

function blocking(blocked: boolean, summary: string): Command {
  return {
    summary,
    options: { ...ACCOUNT_OPTIONS, reason: { value: 'text', help: 'why, for the audit log' } },
    async run(ctx, values) {
      const { id: accountId } = await accountOf(ctx, values)
      const reason = values.reason === undefined ? undefined : String(values.reason)
      const changed = await ctx.db.transaction((both) =>
        setBlocked(both, { accountId, actor: ctx.actor }, blocked, reason),
      )
      return { account_id: accountId, blocked: blocked ? 'yes' : 'no', changed: changed ? 'yes' : 'no' }
    },
  }
}

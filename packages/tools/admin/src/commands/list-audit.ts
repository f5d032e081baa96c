import { readRecentAudit } from '@gleaner/audit-log'
import { ACCOUNT_OPTIONS, accountOf } from '../account-of.ts'
import { type Command, positiveNumber } from '../command.ts'

const MOST = 10_000

export const listAuditCommand: Command = {
  summary: 'Shows who did what, the newest first: of all accounts and the operators, or of one account.',
  options: { ...ACCOUNT_OPTIONS, limit: { value: 'number', help: 'how many at most; by default 50' } },
  async run(ctx, values) {
    const isNamed = values.email !== undefined || values.account !== undefined
    const account = isNamed ? await accountOf(ctx, values) : undefined
    const limit = Math.min(MOST, Math.ceil(positiveNumber(values, 'limit', 50)))
    const entries = await readRecentAudit(ctx.db.pool, { limit, accountId: account?.id })
    return entries.map(({ createdAt, actor, action, target, accountId, details }) => ({
      at: createdAt.toISOString(),
      actor,
      action,
      target: target ?? '',
      account_id: accountId ?? '',
      details: JSON.stringify(details),
    }))
  },
}

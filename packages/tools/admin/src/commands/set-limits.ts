import { setLimits } from '@gleaner/operator'
import { ACCOUNT_OPTIONS, accountOf } from '../account-of.ts'
import { AdminError, type Command, positiveNumber, type Values } from '../command.ts'

/** Above what any deployment answers, and well within the column. */
const MOST = 1_000_000

export const setLimitsCommand: Command = {
  summary: "Sets limits of one account in place of its tier's; they hold within a second.",
  options: {
    ...ACCOUNT_OPTIONS,
    enterprise: { value: 'on|off', help: 'the enterprise tier, whatever the balance' },
    'requests-per-minute': { value: 'number|tier', help: 'a limit of its own, or that of its tier again' },
    'concurrent-requests': { value: 'number|tier', help: 'likewise for requests at once' },
  },
  async run(ctx, values) {
    const limits = {
      enterprise: readSwitch(values, 'enterprise'),
      requestsPerMinute: readLimit(values, 'requests-per-minute'),
      concurrentRequests: readLimit(values, 'concurrent-requests'),
    }
    if (Object.values(limits).every((limit) => limit === undefined))
      throw new AdminError(
        'Give at least one of --enterprise, --requests-per-minute and --concurrent-requests.',
      )
    const { id: accountId } = await accountOf(ctx, values)
    const set = await ctx.db.transaction((both) => setLimits(both, { accountId, actor: ctx.actor }, limits))
    return {
      account_id: accountId,
      enterprise: set.enterprise ? 'on' : 'off',
      requests_per_minute: set.requestsPerMinute ?? 'tier',
      concurrent_requests: set.concurrentRequests ?? 'tier',
    }
  },
}

function readSwitch(values: Values, option: string): boolean | undefined {
  const value = values[option]
  if (value === undefined) return undefined
  if (value === 'on' || value === 'off') return value === 'on'
  throw new AdminError(`--${option} must be on or off, and it is "${value}".`)
}

function readLimit(values: Values, option: string): number | null | undefined {
  if (values[option] === undefined) return undefined
  if (values[option] === 'tier') return null
  const limit = positiveNumber(values, option)
  if (Number.isInteger(limit) && limit <= MOST) return limit
  throw new AdminError(`--${option} must be a whole number up to ${MOST}, or "tier".`)
}

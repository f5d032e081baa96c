import { KEPT_ACCOUNTS } from '../transfer-sql.ts'

/** SQL over entries `e`: what they change in each ledger account that a balance keeps. */
export const SUMS = Object.entries(KEPT_ACCOUNTS)
  .map(([account, raising]) => {
    const lowering = raising === 'credit' ? 'debit' : 'credit'
    const sum = (side: string) => `COALESCE(sum(amount_micros) FILTER (WHERE ${side}_book = '${account}'), 0)`
    return `${sum(raising)} - ${sum(lowering)} AS ${account}`
  })
  .join(', ')

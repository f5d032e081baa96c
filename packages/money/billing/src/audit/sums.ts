import { KEPT_ACCOUNTS } from '../transfer-sql.ts'

export type KeptAccount = keyof typeof KEPT_ACCOUNTS

/** The ledger accounts that a balance keeps. */
export const KEPT = Object.keys(KEPT_ACCOUNTS) as KeptAccount[]

/** Their sums in micros: bigint, as text. */
export type Sums = Record<KeptAccount, string>

/** SQL over entries `e`: what they change in each of them. */
export const SUMS = Object.entries(KEPT_ACCOUNTS)
  .map(([account, raising]) => {
    const lowering = raising === 'credit' ? 'debit' : 'credit'
    const sum = (side: string) => `COALESCE(sum(amount_micros) FILTER (WHERE ${side}_book = '${account}'), 0)`
    return `${sum(raising)} - ${sum(lowering)} AS ${account}`
  })
  .join(', ')

/** Columns of `balance` and of checkpoints for them. */
export const SUM_COLUMNS = KEPT.map((account) => `${account}_micros`)

export function addSums(a: Sums, b: Sums): Sums {
  return sumsFrom((account) => `${BigInt(a[account]) + BigInt(b[account])}`)
}

/** The sums alone, of what holds more besides. */
export function sumsOf(sums: Sums): Sums {
  return sumsFrom((account) => sums[account])
}

export function sumsFrom(sumOf: (account: KeptAccount) => string): Sums {
  return Object.fromEntries(KEPT.map((account) => [account, sumOf(account)])) as Sums
}

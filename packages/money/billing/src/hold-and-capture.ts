import {
  applyingLimitsSql,
  countHoldSql,
  FITS_LIMITS,
  settleLimitsSql,
  takeBackFromLimitsSql,
} from './spend-limits/limit-sql.ts'
import { transferSql, transfersSql } from './transfer-sql.ts'
import { COUNTED_COLUMNS, countUsageOfManySql, countUsageSql } from './usage/count-usage-sql.ts'

// What jobs cost is held when they are accepted and settled when they end, in the very statement that changes their
// state: packages/work/jobs writes these pieces of SQL into its own.

interface HoldSql {
  accountId: string
  jobId: string
  /** An array of micros. */
  prices: string
  apiKeyId: string
  /** Whether no spend limit applies. */
  isFree: string
}

/**
 * Holds the highest of `prices` that the account's balance pays and that its spend limits and those of the key leave room for. `funds`
 * then has one row if the account exists: `available_micros`, and `hold`, which is null when not even the lowest price is covered;
 * `spend` has the limits that apply. All are SQL expressions.
 *
 * FOR UPDATE makes concurrent requests of one account queue up for its balance, and re-reads it once they hold it;
 * so the hold is chosen from the true balance.
 */
export function holdSql({ prices, accountId, jobId, apiKeyId, isFree }: HoldSql): string {
  return `
  purse AS (
    SELECT account_id, available_micros, held_micros FROM balance WHERE account_id = ${accountId} FOR UPDATE
  ), ${applyingLimitsSql('purse', apiKeyId, isFree)}, funds AS (
    SELECT *, (SELECT max(price) FROM unnest(${prices}) AS price WHERE price <= available_micros AND ${FITS_LIMITS}) AS hold
    FROM purse
  ), held AS (
    SELECT account_id, ${jobId} AS job_id, hold, available_micros, held_micros FROM funds WHERE hold IS NOT NULL
  ), ${transferSql('held', { hold: 't.hold' }, { locked: true })}, ${countHoldSql('held')}`
}

/** The charge for a job that holds `hold_micros`: its cost, and never more than was held. */
export function chargeSql(costMicros: string): string {
  return `LEAST(${costMicros}, hold_micros)`
}

/**
 * Columns of a job that `settleSql` and `giveBackSql` need. Its hold is as old as the job, or, of bulk work, as its admission, which may have
 * come after the end of a spend limit's period.
 */
export const SETTLED_COLUMNS = `job.id, job.hold_micros, job.spend_limits, COALESCE(job.held_at, job.created_at) AS created_at, ${COUNTED_COLUMNS}`

/** What a relation of jobs has: one at most, that no spend limit counts, or any. */
export type HowMany = 'one' | 'many'

/**
 * Settles jobs that have ended: captures what they cost, releases the rest of their holds, and counts them as usage. `ended` names a
 * relation of them with `SETTLED_COLUMNS`. Entries are unique by job and kind, so nothing is settled twice. What many jobs change is
 * changed once: balances, then limits, then counts, each in the order of their keys. SQL for one job takes half the time.
 */
export function settleSql(ended: string, howMany: HowMany): string {
  if (howMany === 'one')
    return `${settledSql(ended)}, ${transferSql('settled', MOVES)}, ${countUsageSql(ended, 'settled_balance')}`
  return `${settledSql(ended)}, ${transfersSql('settled', MOVES)}, ${settleLimitsSql('settled', 'settled_balance')}, ${countUsageOfManySql(ended, 'spend_settled')}`
}

/** Gives back the hold of a job that was never worked on; it counts as if it had not been asked for. */
export function giveBackSql(ended: string): string {
  return `${settledSql(ended)}, ${transferSql('settled', MOVES)}, ${takeBackFromLimitsSql('settled_balance')}`
}

/** The same of any number of jobs. */
export function giveBackManySql(ended: string): string {
  return `${settledSql(ended)}, ${transfersSql('settled', MOVES)}, ${settleLimitsSql('settled', 'settled_balance', { takenBack: true })}`
}

const MOVES = { capture: 't.cost', release: 't.rest' }

function settledSql(ended: string): string {
  return `
  settled AS (
    SELECT account_id, id AS job_id, cost_micros AS cost, hold_micros - cost_micros AS rest, spend_limits, created_at AS accepted_at
    FROM ${ended}
  )`
}

import type { ApiError } from '@gleaner/contracts/errors'
import type { Queryable } from '@gleaner/db'
import { insufficientBalance } from './insufficient-balance.ts'
import { CALL_PRICES, type PricedCall } from './prices.ts'
import { readFunds } from './read-funds.ts'
import { type AppliedLimit, limitExceeded } from './spend-limits/limit-exceeded.ts'
import { applyingLimitsSql, countChargeSql, FITS_LIMITS } from './spend-limits/limit-sql.ts'
import { transferSql } from './transfer-sql.ts'
import { countCallSql } from './usage/count-usage-sql.ts'

/** A call that costs something and is no job: a map, a search. Test keys are never charged. */
export interface ChargedCall {
  /** Names the call: it is charged once. */
  id: string
  accountId: string
  apiKeyId: string | null
  kind: PricedCall
}

/**
 * Refuses a call that could not be paid at this moment, before any work is done for it. Nothing is held. Throws INSUFFICIENT_BALANCE and
 * SPEND_LIMIT_EXCEEDED.
 */
export async function checkCallFunds(db: Queryable, call: Omit<ChargedCall, 'id'>): Promise<void> {
  const { availableMicros, limits } = await readFunds(db, call.accountId, call.apiKeyId)
  const refusal = refusalOf(call, availableMicros, limits)
  if (refusal) throw refusal
}

/**
 * Charges a call that has delivered, in the caller's transaction: with what it has delivered, or not at all. Charging it again changes
 * nothing. Returns its price in micros. Throws INSUFFICIENT_BALANCE and SPEND_LIMIT_EXCEEDED when it cannot be paid any more.
 */
export async function chargeCall(sql: Queryable, call: ChargedCall): Promise<number> {
  const { id, accountId, apiKeyId, kind } = call
  // The statement after it sees what was charged before the balance was free.
  await sql.query('SELECT FROM balance WHERE account_id = $1 FOR UPDATE', [accountId])
  const { rows } = await sql.query<Charge>({
    name: 'charge-call',
    text: CHARGE_CALL,
    values: [accountId, apiKeyId, CALL_PRICES[kind], NOTES[kind], `${kind}:${id}`],
  })
  const { isCharged, available, limits } = rows[0] ?? { isCharged: false, available: 0n, limits: null }
  if (!isCharged) throw refusalOf(call, available, limits ?? []) ?? new Error(`call ${id} was not charged`)
  return CALL_PRICES[kind]
}

/** What the account reads beside the charge. */
const NOTES: Record<PricedCall, string> = {
  map: 'Map of a site',
  search: 'Search',
}

interface Charge {
  isCharged: boolean
  available: bigint
  limits: AppliedLimit[] | null
}

const CHARGE_CALL = `
  WITH purse AS (
    SELECT account_id, available_micros, revenue_micros FROM balance WHERE account_id = $1 FOR UPDATE
  ), ${applyingLimitsSql('purse', '$2::uuid', 'false')}, known AS (
    SELECT FROM ledger_entry WHERE account_id = $1 AND reference = $5
  ), charged AS (
    SELECT account_id, NULL::uuid AS job_id, price, available_micros, revenue_micros
    FROM (SELECT *, $3::bigint AS price FROM purse) AS p
    WHERE price <= available_micros AND ${FITS_LIMITS} AND NOT EXISTS (SELECT FROM known)
  ), ${transferSql('charged', { fee: 't.price' }, { named: { note: '$4', reference: '$5' }, locked: true })},
  ${countChargeSql('charged')}, ${countCallSql('charged', '$2::uuid')}
  SELECT EXISTS (SELECT FROM charged) OR EXISTS (SELECT FROM known) AS "isCharged", purse.available_micros AS available,
         (SELECT json_agg(spend) FROM spend) AS limits
  FROM purse`

function refusalOf(
  { accountId, kind }: Pick<ChargedCall, 'accountId' | 'kind'>,
  availableMicros: bigint,
  limits: readonly AppliedLimit[],
): ApiError | undefined {
  const price = CALL_PRICES[kind]
  if (availableMicros >= price) return limitExceeded(limits, accountId, price, new Date())
  return insufficientBalance(price, availableMicros, 'this call')
}

import type { Queryable } from '@gleaner/db'
import { insufficientBalance } from '../insufficient-balance.ts'
import { CALL_PRICES, type PricedCall } from '../prices.ts'
import { type AppliedLimit, limitExceeded } from '../spend-limits/limit-exceeded.ts'
import { APPLYING_LIMITS, applyingLimitsSql, countHoldSql, FITS_LIMITS } from '../spend-limits/limit-sql.ts'
import { transferSql } from '../transfer-sql.ts'

/** A call that costs something and is no job: a map, a search. Test keys hold and cost nothing. */
export interface ChargedCall {
  /** Names the call: it is charged once. */
  id: string
  accountId: string
  apiKeyId: string | null
  kind: PricedCall
}

/**
 * Sets the price of a call aside before its work begins, in the balance and in the limits that apply. `chargeCall` takes it and `releaseCall`
 * gives it back; `forMs` later, in ms, the scheduler gives it back. A call that holds its price already keeps it for so long.
 * Throws INSUFFICIENT_BALANCE and SPEND_LIMIT_EXCEEDED.
 */
export async function holdCall(sql: Queryable, call: ChargedCall, forMs: number): Promise<void> {
  const { id, accountId, apiKeyId, kind } = call
  const { rows } = await sql.query<Outcome>({
    name: 'hold-call',
    text: HOLD_CALL,
    values: [accountId, apiKeyId, CALL_PRICES[kind], kind, id, forMs],
  })
  const { isHeld, available, limits } = rows[0] ?? { isHeld: false, available: 0n, limits: null }
  if (!isHeld) throw refusalOf(call, available, limits ?? []) ?? new Error(`nothing was held for call ${id}`)
}

interface Outcome {
  isHeld: boolean
  available: bigint
  limits: AppliedLimit[] | null
}

const EXPIRY = "now() + $6 * interval '1 millisecond'"

const HOLD_CALL = `
  WITH purse AS (
    SELECT account_id, available_micros, held_micros FROM balance WHERE account_id = $1 FOR UPDATE
  ), ${applyingLimitsSql('purse', '$2::uuid', 'false')}, known AS (
    UPDATE call_hold AS h SET expires_at = GREATEST(h.expires_at, ${EXPIRY}) FROM purse
    WHERE h.id = $5 AND h.account_id = purse.account_id
    RETURNING h.id
  ), held AS (
    SELECT account_id, NULL::uuid AS job_id, price AS hold, available_micros, held_micros
    FROM (SELECT *, $3::bigint AS price FROM purse) AS p
    WHERE price <= available_micros AND ${FITS_LIMITS} AND NOT EXISTS (SELECT FROM known)
  ), ${transferSql('held', { reserve: 't.hold' }, { named: { note: "$4 || ':' || $5::uuid", reference: 'NULL' }, locked: true })},
  ${countHoldSql('held')}, kept AS (
    INSERT INTO call_hold (id, account_id, api_key_id, kind, hold_micros, spend_limits, expires_at)
    SELECT $5, account_id, $2, $4, hold, ${APPLYING_LIMITS}, ${EXPIRY} FROM held
  )
  SELECT EXISTS (SELECT FROM held) OR EXISTS (SELECT FROM known) AS "isHeld", purse.available_micros AS available,
         (SELECT json_agg(spend) FROM spend) AS limits
  FROM purse`

/** The first that stands in the way; a balance that is too low is told first. */
function refusalOf(
  { accountId, kind }: ChargedCall,
  availableMicros: bigint,
  limits: readonly AppliedLimit[],
) {
  const price = CALL_PRICES[kind]
  if (availableMicros >= price) return limitExceeded(limits, accountId, price, new Date())
  return insufficientBalance(price, availableMicros, 'this call')
}

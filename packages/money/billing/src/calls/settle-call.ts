import { eachAlone, hasCome, type Pool, type Queryable } from '@gleaner/db'
import { CALL_PRICES, type PricedCall } from '../prices.ts'
import { settleLimitsSql } from '../spend-limits/limit-sql.ts'
import { transferSql } from '../transfer-sql.ts'
import { countCallSql } from '../usage/count-usage-sql.ts'
import { type ChargedCall, holdCall } from './hold-call.ts'

/** What is charged at once is held no longer than the transaction, in ms. */
const AT_ONCE_MS = 60_000

/**
 * Charges a call that has delivered from what it holds, in the caller's transaction: with what it has delivered, or not at all. Charging it
 * again changes nothing. Where its hold has expired the price is held anew. Returns it in micros. Throws
 * INSUFFICIENT_BALANCE and SPEND_LIMIT_EXCEEDED when it cannot be paid any more.
 */
export async function chargeCall(sql: Queryable, call: ChargedCall): Promise<number> {
  const { id, accountId, kind } = call
  // The statements after it see what was charged before the balance was free.
  await sql.query('SELECT FROM balance WHERE account_id = $1 FOR UPDATE', [accountId])
  const reference = `${kind}:${id}`
  if (await isCharged(sql, accountId, reference)) return CALL_PRICES[kind]
  const taken = await takeHold(sql, call, reference)
  if (taken !== undefined) return taken
  await holdCall(sql, call, AT_ONCE_MS)
  return (await takeHold(sql, call, reference))!
}

/** What the account reads beside the charge. */
const NOTES: Record<PricedCall, string> = {
  map: 'Map of a site',
  search: 'Search',
  'manual-login': 'Login by hand',
}

async function isCharged(sql: Queryable, accountId: string, reference: string): Promise<boolean> {
  const { rowCount } = await sql.query('SELECT FROM ledger_entry WHERE account_id = $1 AND reference = $2', [
    accountId,
    reference,
  ])
  return rowCount === 1
}

/** What a call held and costs now, in micros; undefined when it held nothing. */
async function takeHold(
  sql: Queryable,
  { id, kind }: ChargedCall,
  reference: string,
): Promise<number | undefined> {
  const { rows } = await sql.query<{ cost: bigint }>({
    name: 'take-call-hold',
    text: TAKE_HOLD,
    values: [id, NOTES[kind], reference],
  })
  return rows[0] && Number(rows[0].cost)
}

/** Gives back what a call holds that delivers nothing; it counts in no limit, as if it had not been asked for. One that holds nothing is left alone. */
export async function releaseCall(sql: Queryable, id: string): Promise<void> {
  await sql.query({ name: 'release-call', text: RELEASE, values: [id, false] })
}

/** Gives back what calls hold past their time: whoever carried them out is gone. Returns how many. May run in several processes. */
export async function releaseExpiredCalls(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM call_hold WHERE ${hasCome('expires_at')} ORDER BY expires_at LIMIT 1000`,
  )
  const released = await eachAlone(rows, async ({ id }) => {
    const { rowCount } = await pool.query({ name: 'release-call', text: RELEASE, values: [id, true] })
    return rowCount ?? 0
  })
  return released.reduce((sum, count) => sum + count, 0)
}

/**
 * `ended` has the hold of call $1, which is gone with this statement: whoever comes second finds none. `cost` of it (an SQL expression) is
 * taken. The balance is locked before it, as wherever money moves.
 */
function endedSql(cost: string, condition = 'true'): string {
  return `
  purse AS (
    SELECT account_id FROM balance WHERE account_id = (SELECT account_id FROM call_hold WHERE id = $1) FOR UPDATE
  ), ended AS (
    DELETE FROM call_hold AS h USING purse WHERE h.id = $1 AND ${condition}
    RETURNING h.account_id, NULL::uuid AS job_id, h.api_key_id, h.kind || ':' || h.id AS name, h.hold_micros AS hold, ${cost} AS cost,
              h.hold_micros - ${cost} AS rest, h.spend_limits, h.created_at AS accepted_at
  )`
}

const named = {
  note: "CASE WHEN e.kind = 'fee' THEN $2 ELSE t.name END",
  reference: "CASE WHEN e.kind = 'fee' THEN $3 END",
}

const TAKE_HOLD = `
  WITH ${endedSql('h.hold_micros')},
  ${transferSql('ended', { unreserve: 't.hold', fee: 't.cost' }, { named })},
  ${settleLimitsSql('ended', 'ended_balance')}, ${countCallSql('ended')}
  SELECT cost FROM ended`

const RELEASE = `
  WITH ${endedSql('0::bigint', `(NOT $2 OR ${hasCome('h.expires_at')})`)},
  ${transferSql('ended', { unreserve: 't.hold' }, { named: { note: 't.name', reference: 'NULL' } })},
  ${settleLimitsSql('ended', 'ended_balance', { takenBack: true })}
  SELECT FROM ended`

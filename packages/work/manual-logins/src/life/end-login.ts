import { type Actor, recordAudit } from '@gleaner/audit-log'
import { chargeCall, releaseCall } from '@gleaner/billing'
import { ApiError } from '@gleaner/contracts/errors'
import { eachAlone, hasCome, type Pool, type Queryable, storableJson, transaction } from '@gleaner/db'
import type { Producer } from '@gleaner/queue'
import { END } from '@gleaner/queue/claim'
import { announceLogin } from './await-login.ts'
import { type ClaimedLogin, loginClaims } from './claim-login.ts'
import { LOST, type LoginError, type ManualLoginsContext, NO_BROWSER, type Outcome } from './manual-login.ts'

interface Ended {
  id: string
  accountId: string
  apiKeyId: string | null
  isOpened: boolean
}

const RETURNING = `id, account_id AS "accountId", api_key_id AS "apiKeyId", opened_at IS NOT NULL AS "isOpened"`

/**
 * Ends a login that this worker has, and settles its price, in the caller's transaction. Undefined: it has ended, or another worker has it. A
 * viewer's key goes with it.
 */
export async function endClaimed(
  sql: Queryable,
  login: Pick<ClaimedLogin, 'id' | 'fence'>,
  outcome: Outcome,
  { error = null, sessionId = null }: { error?: LoginError | null; sessionId?: string | null } = {},
): Promise<boolean> {
  return await end(
    sql,
    `${loginClaims.isMine}`,
    [...loginClaims.valuesOf(login), outcome, error && storableJson(error), sessionId],
    3,
  )
}

/** Ends a login of an account that has not ended, whoever has it. False: there is none. */
export async function endOwn(sql: Queryable, accountId: string, actor: Actor, id: string): Promise<boolean> {
  const isEnded = await end(
    sql,
    'id = $1 AND account_id = $2 AND ended_at IS NULL',
    [id, accountId, 'ended', null, null],
    3,
  )
  if (isEnded)
    await recordAudit(
      { sql },
      { accountId, actor, action: 'manual_login.ended', target: `manual_login:${id}` },
    )
  return isEnded
}

/** `values` from the place `at` on: outcome, error, session. */
async function end(sql: Queryable, condition: string, values: unknown[], at: number): Promise<boolean> {
  const { rows } = await sql.query<Ended & { outcome: Outcome }>(
    `UPDATE manual_login SET ${END}, outcome = $${at}, error = $${at + 1}, session_id = $${at + 2},
       keep = NULL, ticket_hash = NULL, channel_key = NULL
     WHERE ${condition} RETURNING ${RETURNING}, outcome`,
    values,
  )
  const [ended] = rows
  if (ended) await settle(sql, ended)
  return ended !== undefined
}

/** Of one that its person had the price is taken; of one that never opened, or failed, it is given back. */
async function settle(
  sql: Queryable,
  { id, accountId, apiKeyId, isOpened, outcome }: Ended & { outcome: Outcome },
) {
  if (isOpened && outcome !== 'failed')
    await chargeCall(sql, { id, accountId, apiKeyId, kind: 'manual-login' })
  else await releaseCall(sql, id)
}

/** The worker ends it, in a transaction of its own. What cannot be paid any more has failed. */
export async function endLogin(
  { pool, pubSub }: Pick<ManualLoginsContext, 'pool' | 'pubSub'>,
  login: Pick<ClaimedLogin, 'id' | 'fence'>,
  outcome: Outcome,
  error?: LoginError,
): Promise<void> {
  try {
    await transaction(pool, (sql) => endClaimed(sql, login, outcome, { error: error ?? null }))
  } catch (unpaid) {
    if (!(unpaid instanceof ApiError)) throw unpaid
    const { code, message } = unpaid
    await transaction(pool, (sql) => endClaimed(sql, login, 'failed', { error: { code, message } }))
  }
  announceLogin(pubSub, login.id)
}

/** A lease that has run out is another's matter for so long: its worker may only be slow. In ms. */
const PATIENCE_MS = 5_000
const LATE = `(${hasCome('deadline_at')} OR opened_at IS NOT NULL AND lease_until < now() - ${PATIENCE_MS} * interval '1 millisecond')`

/** Ends those that no worker ends: whose worker is gone, and for whom none was free. Returns how many. */
export async function endLostLogins({
  pool,
  pubSub,
}: Pick<ManualLoginsContext, 'pool' | 'pubSub'>): Promise<number> {
  const { rows } = await pool.query<{ id: string; isOpened: boolean }>(
    `SELECT id, opened_at IS NOT NULL AS "isOpened" FROM manual_login
     WHERE ended_at IS NULL AND ${LATE} AND (lease_until IS NULL OR lease_until < now() - ${PATIENCE_MS} * interval '1 millisecond')
     ORDER BY created_at LIMIT 100`,
  )
  const ended = await eachAlone(rows, async ({ id, isOpened }) => {
    const error = storableJson(isOpened ? LOST : NO_BROWSER)
    const isEnded = await transaction(pool, (sql) =>
      end(sql, `id = $1 AND ended_at IS NULL AND ${LATE}`, [id, 'failed', error, null], 2),
    )
    if (isEnded) announceLogin(pubSub, id)
    return isEnded ? 1 : 0
  })
  return ended.reduce<number>((sum, count) => sum + count, 0)
}

/** Puts those on the queue again that wait: their message may be lost. Adding one that is there changes nothing. */
export async function requeueLogins({
  pool,
  producer,
}: {
  pool: Pool
  producer: Pick<Producer, 'add'>
}): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM manual_login WHERE ended_at IS NULL AND opened_at IS NULL AND lease_until IS NULL
       AND created_at < now() - interval '5 seconds' LIMIT 100`,
  )
  for (const { id } of rows) await producer.add('manual-login', { manualLoginId: id }, { id })
  return 0
}

import { hasCome, type Queryable } from '@gleaner/db'
import { type EraseContext, eraseAccount } from './erase-account.ts'

export interface ErasureLimits {
  /** One account is worked on for so long, then the next has its turn. Milliseconds. */
  shareMs: number
  /** A run ends after so long; the next one goes on. Milliseconds. */
  runMs: number
}

const LIMITS: ErasureLimits = { shareMs: 5_000, runMs: 30_000 }

/** A request that was under way when its account was deleted has ended by then, and has left whatever it leaves. */
const SETTLED_AFTER = "interval '1 hour'"

/**
 * Erases deleted accounts by turns, until none is due or the run's time is over. Each account fails alone, and is tried again after 2
 * minutes, doubled with every further failure up to an hour. Several processes may do it at once. Returns how many accounts had a turn.
 */
export async function eraseDeletedAccounts(
  ctx: EraseContext,
  signal: AbortSignal,
  { shareMs, runMs }: ErasureLimits = LIMITS,
): Promise<number> {
  const endAt = Date.now() + runMs
  for (let turns = 0; ; turns++) {
    if (signal.aborted || Date.now() >= endAt) return turns
    const accountId = await takeNext(ctx.jobs.pool)
    if (accountId === undefined) return turns
    try {
      const isDone = await eraseAccount(ctx, accountId, Date.now() + shareMs)
      await ctx.jobs.pool.query(isDone ? NOTHING_LEFT : SOMETHING_LEFT, [accountId])
    } catch (error) {
      ctx.logger.error({ err: error, accountId }, 'a deleted account could not be erased; it is tried again')
    }
  }
}

/**
 * The account that has been due for longest. Taking it counts as a failure until it has succeeded: one that ends the process that erases
 * it waits longer and longer as well, and nobody else takes it meanwhile.
 */
async function takeNext(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(TAKE_NEXT)
  return rows[0]?.id
}

const IS_OPEN = 'deleted_at IS NOT NULL AND erased_at IS NULL'
const DUE_AT = "COALESCE(erase_at, '-infinity')"

const TAKE_NEXT = `
  UPDATE account
  SET erase_failures = erase_failures + 1,
      erase_at = now() + LEAST(interval '1 hour', interval '2 minutes' * 2 ^ LEAST(erase_failures, 10))
  WHERE id = (
    SELECT id FROM account WHERE ${IS_OPEN} AND ${hasCome(DUE_AT)} ORDER BY ${DUE_AT}, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
  )
  RETURNING id`

/** Behind all who are due. */
const SOMETHING_LEFT = 'UPDATE account SET erase_failures = 0, erase_at = clock_timestamp() WHERE id = $1'

/** It is looked at once more when nothing can come any more. */
const NOTHING_LEFT = `
  UPDATE account
  SET erase_failures = 0, erase_at = deleted_at + ${SETTLED_AFTER},
      erased_at = CASE WHEN deleted_at <= now() - ${SETTLED_AFTER} THEN now() END
  WHERE id = $1`

/** What there is to erase. */
export interface OpenErasures {
  accounts: number
  /** Those whose last try failed. */
  failing: number
  /** Since when the oldest is deleted. */
  oldest: Date | null
}

export async function countOpenErasures(db: Queryable): Promise<OpenErasures> {
  const { rows } = await db.query<OpenErasures>(
    `SELECT count(*)::int AS accounts, min(deleted_at) AS oldest, (count(*) FILTER (WHERE erase_failures > 1))::int AS failing
     FROM account WHERE ${IS_OPEN}`,
  )
  return rows[0]!
}

import type { Queryable } from '@gleaner/db'
import type { AppliedLimit } from './spend-limits/limit-exceeded.ts'
import { applyingLimitsSql } from './spend-limits/limit-sql.ts'

/** What an account could pay at this moment. */
export interface Funds {
  availableMicros: bigint
  /** The spend limits that would apply. */
  limits: AppliedLimit[]
}

/** Looks at an account's balance and at the limits of it and of one of its keys, without locking any: only a hold is sure. */
export async function readFunds(db: Queryable, accountId: string, apiKeyId: string | null): Promise<Funds> {
  const { rows } = await db.query<{ available: bigint; limits: AppliedLimit[] | null }>({
    name: 'read-funds',
    text: `
      WITH purse AS (SELECT account_id, available_micros FROM balance WHERE account_id = $1),
        ${applyingLimitsSql('purse', '$2::uuid', 'false', { locked: false })}
      SELECT available_micros AS available, (SELECT json_agg(spend) FROM spend) AS limits FROM purse`,
    values: [accountId, apiKeyId],
  })
  return { availableMicros: rows[0]?.available ?? 0n, limits: rows[0]?.limits ?? [] }
}

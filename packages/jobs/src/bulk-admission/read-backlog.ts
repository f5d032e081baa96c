import { type RateLimits, rateLimitsOf, spendTierOf, toCents } from '@gleaner/billing'
import type { Tier } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'

/** Hosts of an account among which a step chooses. */
export const HOSTS_AT_ONCE = 48

/** Bulk work of an account, waiting and under way. */
export interface Backlog {
  /** How often work of it was admitted before; proves that the counts are true when a step names it. */
  turns: bigint
  /** Items that may be under way at once. */
  limit: number
  /** Some of the hosts with waiting items, from the cursor on, and the tier that the next item of each begins at. */
  hosts: { host: string; tier: Tier }[]
  /** Items under way. */
  underWay: { host: string; tier: Tier; items: number }[]
}

/** Reads the backlog of an account; undefined when nothing of it may be admitted: it is blocked, or was deleted. */
export async function readBacklog(
  db: Queryable,
  accountId: string,
  cursor: string,
): Promise<Backlog | undefined> {
  const { rows } = await db.query<BacklogRow>({
    name: 'read-backlog',
    text: READ_BACKLOG,
    values: [accountId, cursor],
  })
  const row = rows[0]
  if (!row) return undefined
  const { turns, hosts, underWay } = row
  return { turns, limit: limitOf(row).concurrency, hosts: hosts ?? [], underWay: underWay ?? [] }
}

function limitOf({ balanceMicros, enterprise, ...own }: BacklogRow): RateLimits {
  return rateLimitsOf(spendTierOf(toCents(balanceMicros), enterprise), { requestsPerMinute: null, ...own })
}

interface BacklogRow extends Pick<Backlog, 'turns'> {
  hosts: Backlog['hosts'] | null
  enterprise: boolean
  concurrentRequests: number | null
  balanceMicros: bigint
  underWay: Backlog['underWay'] | null
}

/** The first host with waiting items of account $1 on which a condition holds: one probe of the index, however many items wait. */
const firstHost = (condition: string) => `
  SELECT host FROM job WHERE account_id = $1 AND finished_at IS NULL AND queued_at IS NULL AND ${condition} ORDER BY host LIMIT 1`

const READ_BACKLOG = `
  WITH RECURSIVE ahead AS (
    (${firstHost('host > $2')})
    UNION ALL
    SELECT (${firstHost('host > ahead.host')}) FROM ahead WHERE ahead.host IS NOT NULL
  ), behind AS (
    (${firstHost("host > ''")})
    UNION ALL
    SELECT (${firstHost('host > behind.host')}) FROM behind WHERE behind.host < $2
  ), found AS (
    (SELECT host FROM ahead WHERE host IS NOT NULL LIMIT ${HOSTS_AT_ONCE})
    UNION ALL
    (SELECT host FROM behind WHERE host <= $2 LIMIT ${HOSTS_AT_ONCE})
  )
  SELECT COALESCE(b.turns, 0) AS turns, account.enterprise, account.concurrent_requests AS "concurrentRequests",
         balance.available_micros + balance.held_micros AS "balanceMicros",
         (SELECT json_agg(json_build_object('host', host, 'tier', tier)) FROM (SELECT host FROM found LIMIT ${HOSTS_AT_ONCE}) AS f
            CROSS JOIN LATERAL (
              SELECT tier FROM job WHERE account_id = $1 AND host = f.host AND finished_at IS NULL AND queued_at IS NULL ORDER BY id LIMIT 1
            ) AS next) AS hosts,
         (SELECT json_agg(admitted) FROM (
            SELECT host, tier, count(*) AS items FROM job
            WHERE account_id = $1 AND finished_at IS NULL AND queued_at IS NOT NULL AND batch_id IS NOT NULL GROUP BY host, tier
          ) AS admitted) AS "underWay"
  FROM account JOIN balance ON balance.account_id = account.id LEFT JOIN bulk_admission AS b ON b.account_id = account.id
  WHERE account.id = $1 AND account.blocked_at IS NULL AND account.deleted_at IS NULL`

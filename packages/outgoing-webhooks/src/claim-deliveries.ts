import { NIL_UUID } from '@gleaner/contracts/ids'
import type { Queryable } from '@gleaner/db'
import { firstOfNextLaneSql } from './next-lane-sql.ts'

/** A delivery that is to be attempted now, by who has claimed it. */
export interface ClaimedDelivery {
  id: string
  accountId: string
  endpointId: string | null
  batchId: string | null
  jobId: string | null
  event: string
  url: string
  host: string
  data: unknown
  /** Attempts before this one. */
  attempts: number
  /** When others may take it, which also tells this claim from theirs. */
  leaseUntil: Date
  /** False when it was for an endpoint that is deleted or switched off. */
  isWanted: boolean
}

/** The deliveries of one account to one host. */
export interface Lane {
  host: string
  accountId: string
}

/** A lane that may have fewer deliveries under way than others; 0: none. */
export interface LaneLimit extends Lane {
  limit: number
}

export interface ClaimOptions {
  /** The last lane that was looked at: the next turn goes on behind it, so that each comes up however many there are. */
  after: Lane | undefined
  /** Most deliveries to take. */
  limit: number
  /** Most deliveries under way to one host, and of one account to one host, over all dispatchers. */
  perHost: number
  perLane: number
  slowLanes: readonly LaneLimit[]
  leaseMs: number
}

export interface Claim {
  deliveries: ClaimedDelivery[]
  /** Where the next turn goes on; undefined: from the first lane. */
  after: Lane | undefined
  /** Another dispatcher was claiming: nothing was looked at. */
  isBusy: boolean
  /** There may be more due that this claim had no room for. */
  isMore: boolean
}

/** Lanes that one claim looks at. Each is one look into the index. */
const LANES = 200

type Row = ClaimedDelivery & { isMine: boolean; lanes: number; lastHost: string; lastAccount: string }

/**
 * Takes deliveries that are due for `leaseMs`. Hosts and their accounts take turns, so that neither a slow receiver nor an account
 * with thousands of deliveries holds back others. What a dispatcher took that has died is due again when its lease ends.
 */
export async function claimDeliveries(sql: Queryable, options: ClaimOptions): Promise<Claim> {
  const { after, limit, perHost, perLane, slowLanes, leaseMs } = options
  const { rows } = await sql.query<Row>({
    name: 'claim-deliveries',
    text: CLAIM,
    values: [
      after?.host ?? '',
      after?.accountId ?? NIL_UUID,
      limit,
      perHost,
      perLane,
      slowLanes.map(({ host }) => host),
      slowLanes.map(({ accountId }) => accountId),
      slowLanes.map((lane) => lane.limit),
      leaseMs,
    ],
  })
  const [{ isMine, lanes, lastHost, lastAccount }] = rows as [Row]
  const deliveries = rows.filter(({ id }) => id !== null)
  const isEnd = lanes < LANES
  return {
    deliveries,
    after: isEnd ? undefined : { host: lastHost, accountId: lastAccount },
    isBusy: !isMine,
    isMore: !isEnd || deliveries.length === limit,
  }
}

/** Any number that nothing else locks. */
const CLAIM_LOCK = 7_316_550

const UNDER_WAY = (lane: string) =>
  `(SELECT count(*) FROM webhook_delivery AS w WHERE w.lease_until > now() AND ${lane})`

/** The end of a batch or a crawl waits until the receiver has been told, or tried, of every job of it. */
const IN_TURN = `(d.event NOT IN ('batch.completed', 'crawl.completed') OR NOT EXISTS (
  SELECT FROM webhook_delivery AS job
  WHERE job.batch_id = d.batch_id AND job.endpoint_id IS NOT DISTINCT FROM d.endpoint_id AND job.url = d.url
    AND job.job_id IS NOT NULL AND job.attempts = 0 AND job.ended_at IS NULL))`

/**
 * One dispatcher claims at a time, so that the bounds hold over all of them. `place` is what a delivery would make of those under way
 * in its lane: dealing by it gives every lane its first before any gets its second.
 */
const CLAIM = `
  WITH RECURSIVE turn AS MATERIALIZED (
    SELECT pg_try_advisory_xact_lock(${CLAIM_LOCK}) AS is_mine
  ), lane AS (
    SELECT head.*, 1 AS n FROM (${firstOfNextLaneSql('$1, $2::uuid', '(SELECT is_mine FROM turn)')}) AS head
    UNION ALL
    SELECT next.*, lane.n + 1 FROM lane CROSS JOIN LATERAL (${firstOfNextLaneSql('lane.host, lane.account_id')}) AS next
    WHERE lane.n < ${LANES}
  ), due_lane AS (
    SELECT lane.host, lane.account_id, LEAST($5, COALESCE(slow.most, $5)) AS most,
           ${UNDER_WAY('w.host = lane.host AND w.account_id = lane.account_id')} AS under_way
    FROM lane LEFT JOIN unnest($6::text[], $7::uuid[], $8::int[]) AS slow(host, account_id, most)
      ON slow.host = lane.host AND slow.account_id = lane.account_id
    WHERE lane.next_attempt_at <= now()
  ), host AS (
    SELECT host, ${UNDER_WAY('w.host = due.host')} AS under_way FROM (SELECT DISTINCT host FROM due_lane) AS due
  ), candidate AS (
    SELECT lane.host, d.id, d.next_attempt_at, lane.most,
           lane.under_way + row_number() OVER (PARTITION BY lane.host, lane.account_id ORDER BY d.next_attempt_at) AS place
    FROM due_lane AS lane CROSS JOIN LATERAL (
      SELECT d.id, d.next_attempt_at FROM webhook_delivery AS d
      WHERE d.host = lane.host AND d.account_id = lane.account_id AND d.next_attempt_at <= now() AND ${IN_TURN}
      ORDER BY d.next_attempt_at LIMIT GREATEST(lane.most - lane.under_way, 0)
    ) AS d
  ), dealt AS (
    SELECT candidate.*, host.under_way + row_number() OVER (PARTITION BY host ORDER BY place, next_attempt_at) AS place_at_host
    FROM candidate JOIN host USING (host)
  ), chosen AS (
    SELECT id FROM dealt WHERE place_at_host <= $4 ORDER BY place, next_attempt_at LIMIT $3
  ), taken AS (
    SELECT d.id FROM webhook_delivery AS d JOIN chosen USING (id) WHERE d.next_attempt_at <= now() FOR UPDATE OF d SKIP LOCKED
  ), claimed AS (
    UPDATE webhook_delivery AS d SET lease_until = lease.until, next_attempt_at = lease.until
    FROM taken, (SELECT date_trunc('milliseconds', now() + $9 * interval '1 millisecond') AS until) AS lease
    WHERE d.id = taken.id
    RETURNING d.*
  ), last AS (
    SELECT host, account_id, n FROM lane ORDER BY n DESC LIMIT 1
  )
  SELECT turn.is_mine AS "isMine", COALESCE(last.n, 0) AS lanes, last.host AS "lastHost", last.account_id AS "lastAccount",
         d.id, d.account_id AS "accountId", d.endpoint_id AS "endpointId", d.batch_id AS "batchId", d.job_id AS "jobId", d.event, d.url,
         d.host, d.data, d.attempts, d.lease_until AS "leaseUntil",
         d.endpoint_id IS NULL OR EXISTS (SELECT FROM webhook_endpoint AS e WHERE e.id = d.endpoint_id AND (e.is_active OR d.job_id IS NULL AND d.batch_id IS NULL)) AS "isWanted"
  FROM turn LEFT JOIN last ON true LEFT JOIN claimed AS d ON true`

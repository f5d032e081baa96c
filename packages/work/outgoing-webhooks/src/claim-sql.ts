import { hasCome, isAhead } from '@gleaner/db'
import { MEGABYTE } from '@gleaner/runtime/units'
import { DELIVERY_SHARES } from './delivery-shares.ts'
import { firstOpenSql } from './first-open-sql.ts'

/** Accounts that one claim looks at, and lanes of each. Each is one look into an index. */
export const ACCOUNTS = 200
const LANES = 24

/** Any number that nothing else locks. */
const CLAIM_LOCK = 7_316_550

/** A larger page is told by a link, and not read. */
const LARGEST_PAGE_BYTES = MEGABYTE
/** What a body holds beside a page, about. */
const BASE_BYTES = 2_000

const { ofFree, attemptsPerToken, bytesPerToken } = DELIVERY_SHARES

/** The end of a batch or a crawl waits until the receiver has been told, or tried, of every job of it. */
const IN_TURN = `(d.event NOT IN ('batch.completed', 'crawl.completed') OR NOT EXISTS (
  SELECT FROM webhook_delivery AS job
  WHERE job.batch_id = d.batch_id AND job.endpoint_id IS NOT DISTINCT FROM d.endpoint_id AND job.url = d.url
    AND job.job_id IS NOT NULL AND job.attempts = 0 AND job.ended_at IS NULL))`

/** Seconds of a minute's worth that are used up, by when it is all there again. */
const used = (fullAt: string) =>
  `LEAST(60, GREATEST(0, COALESCE(extract(epoch FROM ${fullAt} - now()), 0)))::float8`

const TOKENS = `GREATEST(1, COALESCE(account.requests_per_minute, CASE WHEN account.enterprise THEN $18::int END, (
      SELECT tier.tokens FROM unnest($16::bigint[], $17::int[]) AS tier(min_micros, tokens)
      WHERE tier.min_micros <= COALESCE(balance.available_micros + balance.held_micros, 0) OR tier.min_micros = 0
      ORDER BY tier.min_micros DESC LIMIT 1)))`

/** The most that an account may hold of what is free; who holds nothing may always have one. */
const share = (free: string) => `${ofFree} * ${free}`

/**
 * What each account may still take, in deliveries: of the fleet's, of this process's places and of its minute. Nothing where it holds its
 * share of the bytes.
 */
const ROOM = `
  SELECT a.account_id, position.host AS behind, of_account.tokens, of_account.used_attempts, of_account.used_bytes,
         COALESCE(held.places, 0) AS places, COALESCE(held.bytes, 0) AS bytes,
         CASE WHEN of_account.used_bytes >= 60 OR held.bytes >= ${share('$6::float8')} THEN 0 ELSE GREATEST(0, LEAST(
           $12 - COALESCE(own.n, 0),
           GREATEST(floor(${share('$5::float8')})::int - COALESCE(held.places, 0), CASE WHEN held.places > 0 THEN 0 ELSE 1 END),
           floor((60 - of_account.used_attempts) / 60 * of_account.tokens * ${attemptsPerToken} + 0.001)::int
         )) END AS allowed
  FROM turn_account AS a
  LEFT JOIN unnest($2::uuid[], $3::text[]) AS position(account_id, host) ON position.account_id = a.account_id
  LEFT JOIN unnest($7::uuid[], $8::int[], $9::bigint[]) AS held(account_id, places, bytes) ON held.account_id = a.account_id
  LEFT JOIN (SELECT account_id, sum(n)::int AS n FROM under_way GROUP BY account_id) AS own ON own.account_id = a.account_id
  LEFT JOIN account ON account.id = a.account_id
  LEFT JOIN balance ON balance.account_id = a.account_id
  LEFT JOIN webhook_pace AS pace ON pace.account_id = a.account_id
  CROSS JOIN LATERAL (
    SELECT ${TOKENS} AS tokens, ${used('pace.attempts_full_at')} AS used_attempts, ${used('pace.bytes_full_at')} AS used_bytes
  ) AS of_account`

/** Known without unfolding the page. A cached answer's is that of the job that it is from. */
const BYTES = `${BASE_BYTES} + COALESCE((
    SELECT CASE WHEN octet_length(page.page) <= ${LARGEST_PAGE_BYTES} THEN octet_length(page.page) END
    FROM job JOIN job_page AS page ON page.job_id = COALESCE(job.cached_from, job.id) WHERE job.id = c.job_id), 0)`

/**
 * One dispatcher claims at a time, so that the bounds hold over all of them. Deliveries are dealt by their place among those of their
 * account, so that each account has its first before any gets its second; an account's by their place in their lane, for the same reason.
 * Two steps bound the bytes: the first by what is free now, the second by what those before leave. A body that costs more than a whole
 * minute of its account is sent in one that nothing else has used.
 */
export const CLAIM = `
  WITH RECURSIVE turn AS MATERIALIZED (
    SELECT pg_try_advisory_xact_lock(${CLAIM_LOCK}) AS is_mine
  ), turn_account AS (
    SELECT head.account_id, 1 AS n FROM (${firstOpenSql('d.account_id > $1::uuid AND (SELECT is_mine FROM turn)')}) AS head
    UNION ALL
    SELECT next.account_id, a.n + 1 FROM turn_account AS a CROSS JOIN LATERAL (${firstOpenSql('d.account_id > a.account_id')}) AS next
    WHERE a.n < ${ACCOUNTS}
  ), under_way AS MATERIALIZED (
    SELECT account_id, host, count(*)::int AS n FROM webhook_delivery WHERE ${isAhead('lease_until')} GROUP BY account_id, host
  ), room AS MATERIALIZED (${ROOM}
  ), lane AS MATERIALIZED (
    SELECT room.account_id, room.allowed, l.host, l.next_attempt_at, l.n
    FROM room CROSS JOIN LATERAL (
      WITH RECURSIVE l AS (
        SELECT head.*, 1 AS n FROM (${firstOpenSql("d.account_id = room.account_id AND d.host > COALESCE(room.behind, '')")}) AS head
        UNION ALL
        SELECT next.*, l.n + 1 FROM l CROSS JOIN LATERAL (${firstOpenSql('d.account_id = room.account_id AND d.host > l.host')}) AS next WHERE l.n < ${LANES}
      ) SELECT * FROM l
    ) AS l WHERE room.allowed > 0
  ), due_lane AS (
    SELECT lane.*, LEAST($11, COALESCE(slow.most, $11)) AS most, COALESCE(busy.n, 0) AS under_way
    FROM lane LEFT JOIN under_way AS busy ON busy.account_id = lane.account_id AND busy.host = lane.host
    LEFT JOIN unnest($13::text[], $14::uuid[], $15::int[]) AS slow(host, account_id, most)
      ON slow.host = lane.host AND slow.account_id = lane.account_id
    WHERE ${hasCome('lane.next_attempt_at')}
  ), candidate AS (
    SELECT lane.account_id, lane.host, lane.allowed, d.id, d.job_id, d.next_attempt_at,
           lane.under_way + row_number() OVER (PARTITION BY lane.account_id, lane.host ORDER BY d.next_attempt_at, d.id) AS place_in_lane
    FROM due_lane AS lane CROSS JOIN LATERAL (
      SELECT d.id, d.job_id, d.next_attempt_at FROM webhook_delivery AS d
      WHERE d.host = lane.host AND d.account_id = lane.account_id AND ${hasCome('d.next_attempt_at')} AND ${IN_TURN}
      ORDER BY d.next_attempt_at, d.id LIMIT GREATEST(LEAST(lane.most - lane.under_way, lane.allowed), 0)
    ) AS d
  ), at_host AS (
    SELECT c.*, COALESCE(busy.n, 0) + row_number() OVER (PARTITION BY c.host ORDER BY c.place_in_lane, c.next_attempt_at, c.id) AS place_at_host
    FROM candidate AS c LEFT JOIN (SELECT host, sum(n) AS n FROM under_way GROUP BY host) AS busy ON busy.host = c.host
  ), in_account AS (
    SELECT c.*, row_number() OVER (PARTITION BY c.account_id ORDER BY c.place_in_lane, c.next_attempt_at, c.id) AS turn
    FROM at_host AS c WHERE c.place_at_host <= $10
  ), sized AS MATERIALIZED (
    SELECT c.id, c.account_id, c.next_attempt_at, c.turn, room.places + c.turn AS place, room.bytes AS held_bytes, room.used_bytes, room.tokens, ${BYTES} AS bytes
    FROM (
      SELECT c.* FROM in_account AS c JOIN room USING (account_id) WHERE c.turn <= c.allowed
      ORDER BY room.places + c.turn, c.next_attempt_at LIMIT 2 * $4
    ) AS c JOIN room USING (account_id)
  ), summed AS (
    SELECT *, sum(bytes) OVER (PARTITION BY account_id ORDER BY turn) AS own_bytes FROM sized
  ), fitting AS (
    SELECT *, sum(bytes) OVER (ORDER BY place, next_attempt_at, id ROWS UNBOUNDED PRECEDING) AS all_bytes FROM summed
    WHERE (place = 1 OR held_bytes + own_bytes <= ${share('$6::float8')})
      AND used_bytes + LEAST(CASE WHEN own_bytes = bytes THEN 60 END, 60.0 * own_bytes / (tokens * ${bytesPerToken}::float8)) <= 60.001
  ), chosen AS (
    SELECT id, bytes FROM fitting
    WHERE all_bytes <= $6::float8 AND (place = 1 OR held_bytes + own_bytes <= ${share('($6::float8 - all_bytes + bytes)')})
    ORDER BY place, next_attempt_at, id LIMIT $4
  ), taken AS (
    SELECT d.id FROM webhook_delivery AS d JOIN chosen USING (id) WHERE ${hasCome('d.next_attempt_at')} FOR UPDATE OF d SKIP LOCKED
  ), claimed AS (
    UPDATE webhook_delivery AS d SET lease_until = lease.until, next_attempt_at = lease.until
    FROM taken, (SELECT date_trunc('milliseconds', now() + $19 * interval '1 millisecond') AS until) AS lease
    WHERE d.id = taken.id
    RETURNING d.*
  ), cost AS (
    SELECT account_id, 60.0 * count(*) / (tokens * ${attemptsPerToken}) * interval '1 second' AS attempts,
           LEAST(60, 60.0 * sum(bytes) / (tokens * ${bytesPerToken}::float8)) * interval '1 second' AS bytes
    FROM claimed JOIN chosen USING (id) JOIN (SELECT account_id, tokens FROM room) AS room USING (account_id) GROUP BY account_id, tokens
  ), paced AS (
    INSERT INTO webhook_pace AS pace (account_id, attempts_full_at, bytes_full_at)
    SELECT account_id, now() + attempts, now() + bytes FROM cost
    ON CONFLICT (account_id) DO UPDATE SET
      attempts_full_at = GREATEST(pace.attempts_full_at, now()) + (EXCLUDED.attempts_full_at - now()),
      bytes_full_at = GREATEST(pace.bytes_full_at, now()) + (EXCLUDED.bytes_full_at - now())
  ), seen AS (
    SELECT (SELECT count(*)::int FROM turn_account) AS accounts, (SELECT account_id FROM turn_account ORDER BY n DESC LIMIT 1) AS last_account,
           (SELECT json_agg(json_build_object('accountId', account_id, 'host', host)) FROM (
              SELECT account_id, CASE WHEN max(n) = ${LANES} THEN max(host) END AS host FROM lane GROUP BY account_id
              UNION ALL
              SELECT room.account_id, NULL FROM room WHERE room.allowed > 0 AND room.behind IS NOT NULL
                AND NOT EXISTS (SELECT FROM lane WHERE lane.account_id = room.account_id)
            ) AS ends) AS ends
  )
  SELECT turn.is_mine AS "isMine", seen.accounts, seen.last_account AS "lastAccount", seen.ends,
         d.id, d.account_id AS "accountId", d.endpoint_id AS "endpointId", d.batch_id AS "batchId", d.job_id AS "jobId", d.event, d.url,
         d.host, d.data, d.channel, d.destination, d.replay_of AS "replayOf", d.body_hash AS "bodyHash", d.attempts, chosen.bytes, d.lease_until AS "leaseUntil",
         CASE WHEN d.endpoint_id IS NULL THEN COALESCE(
           (SELECT job.api_key_id FROM job WHERE job.id = d.job_id), (SELECT batch.api_key_id FROM batch WHERE batch.id = d.batch_id)
         ) END AS "apiKeyId",
         COALESCE((SELECT job.request_id FROM job WHERE job.id = d.job_id), (SELECT batch.request_id FROM batch WHERE batch.id = d.batch_id)) AS "requestId",
         d.endpoint_id IS NULL OR EXISTS (SELECT FROM webhook_endpoint AS e WHERE e.id = d.endpoint_id AND (e.is_active OR d.job_id IS NULL AND d.batch_id IS NULL)) AS "isWanted"
  FROM turn CROSS JOIN seen LEFT JOIN (claimed AS d JOIN chosen USING (id)) ON true`

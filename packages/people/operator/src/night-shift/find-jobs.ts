import { toCredits } from '@gleaner/billing'
import { ApiError, isUuid, maskUrlCredentials, type OperatedJob } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { Attempt, JobError } from '@gleaner/jobs'

const JOBS_SHOWN = 20
const DELIVERIES_SHOWN = 20

type Same =
  | 'id'
  | 'request_id'
  | 'account_id'
  | 'account_name'
  | 'api_key_id'
  | 'api_key_name'
  | 'batch_id'
  | 'status'
  | 'test'
  | 'mode'
  | 'tier'
  | 'lost_workers'
  | 'redriven_from'
  | 'redriven_as'

interface Row extends Pick<OperatedJob, Same> {
  url: string
  attempts: Attempt[]
  cost: number
  hold: number
  error: JobError | null
  queued_at: Date | null
  is_held: boolean
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  deadline_at: Date
  webhooks: OperatedJob['webhooks'] | null
}

const SELECT = `
  SELECT j.id, COALESCE(j.request_id, b.request_id) AS request_id, j.account_id, a.name AS account_name, j.api_key_id,
         k.name AS api_key_name, j.batch_id, j.status, j.test, j.url, j.mode, j.tier, j.attempts, j.cost_micros::float8 AS cost,
         CASE WHEN j.finished_at IS NULL THEN j.hold_micros::float8 ELSE 0 END AS hold, j.error, j.queued_at,
         j.lease_until IS NOT NULL AS is_held, j.lost_leases AS lost_workers, j.redriven_from,
         (SELECT later.id FROM job AS later WHERE later.redriven_from = j.id) AS redriven_as,
         j.created_at, j.started_at, j.finished_at, j.deadline_at, (
           SELECT json_agg(w) FROM (
             SELECT d.id, d.event, d.host, d.state, d.attempts, last.status_code, last.error FROM webhook_delivery AS d
             LEFT JOIN LATERAL (
               SELECT t.status_code, t.error FROM webhook_attempt AS t WHERE t.delivery_id = d.id ORDER BY t.id DESC LIMIT 1
             ) AS last ON true
             WHERE d.job_id = j.id ORDER BY d.created_at, d.id LIMIT ${DELIVERIES_SHOWN}
           ) AS w
         ) AS webhooks
  FROM job AS j JOIN account AS a ON a.id = j.account_id LEFT JOIN api_key AS k ON k.id = j.api_key_id
  LEFT JOIN batch AS b ON b.id = j.batch_id`

/** A job by its id, or those of the request that asked for it: alone, or as items of a batch. Throws NOT_FOUND. */
export async function findJobs(db: Queryable, reference: string): Promise<OperatedJob[]> {
  const { rows } = isUuid(reference)
    ? await db.query<Row>(`${SELECT} WHERE j.id = $1`, [reference.toLowerCase()])
    : await db.query<Row>(
        `${SELECT} WHERE j.id = ANY(ARRAY(
           SELECT id FROM job WHERE request_id = $1 UNION ALL
           (SELECT job.id FROM batch JOIN job ON job.batch_id = batch.id WHERE batch.request_id = $1 ORDER BY job.batch_index LIMIT ${JOBS_SHOWN})
           LIMIT ${JOBS_SHOWN}
         )) ORDER BY j.id`,
        [reference],
      )
  if (rows.length === 0)
    throw new ApiError(
      'NOT_FOUND',
      'No job has this id, and no request with it has asked for one. Jobs are kept for 31 days.',
    )
  return rows.map(shown)
}

function shown(row: Row): OperatedJob {
  const { url, attempts, cost, hold, error, queued_at, is_held, webhooks, ...same } = row
  return {
    ...same,
    url: withoutValues(url),
    attempts: attempts.map(({ tier, result, wall, error: why, durationMs }) => ({
      tier,
      result,
      wall: wall ?? null,
      error: why ?? null,
      duration_ms: Math.round(durationMs),
    })),
    credits: toCredits(cost),
    held_credits: toCredits(hold),
    error_code: error?.code ?? null,
    error: error?.message ?? null,
    waits_for: row.finished_at ? null : waitsFor(row),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    deadline_at: row.deadline_at.toISOString(),
    webhooks: webhooks ?? [],
  }
}

function waitsFor({ queued_at, is_held, tier }: Row): string {
  if (queued_at === null) return 'its admission: other bulk work is under way, or its account cannot pay'
  return is_held ? `its worker at tier ${tier}` : `a worker of tier ${tier}`
}

/** What callers write into a query may be a secret; its names tell which page it is. */
export function withoutValues(text: string): string {
  const url = URL.parse(maskUrlCredentials(text))
  if (!url) return text
  const names = [...new Set(url.searchParams.keys())].map((name) => `${encodeURIComponent(name)}=…`)
  url.search = ''
  url.hash = ''
  return `${url.href}${names.length > 0 ? `?${names.join('&')}` : ''}`
}

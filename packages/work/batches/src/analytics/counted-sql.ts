// What analytics count, in SQL: the same of a batch that is rolled up as of one that is not.

/** The day that a batch counts on. */
export const DAY = `(batch.created_at AT TIME ZONE 'UTC')::date`

/** Columns of `batch_day`, of a batch. */
export const OF_BATCH = `1 AS batches, batch.total AS urls, batch.succeeded, batch.failed, batch.cost_micros`

/** Where a job's row has no host, its address has one. */
const HOST = `COALESCE(NULLIF(job.host, ''), substring(job.url FROM '^[a-z]+://(?:[^/?#]*@)?([^/?#:]+)'), 'unknown')`

/** Columns of `batch_day_host` but for the account and the day, of jobs that are grouped by the first two. */
export const OF_JOBS = `${HOST} AS host, CASE WHEN job.status = 'completed' AND job.cached_from IS NULL THEN job.tier ELSE '' END AS tier,
  count(*) AS urls, count(*) FILTER (WHERE job.status = 'completed') AS succeeded,
  count(*) FILTER (WHERE job.status = 'failed' AND job.error->>'code' <> 'CANCELLED') AS failed, sum(job.cost_micros) AS cost_micros`

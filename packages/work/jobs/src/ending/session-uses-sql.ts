/**
 * The uses of login sessions by jobs that end: a job is one, by the last of its attempts that was sent with its session. `ended` names a
 * relation of them with session_id, attempts, api_key_id and position; those of `session_use` are what `countUsesSql` counts.
 */
export function sessionUsesSql(ended: string): string {
  return `
  session_use AS (
    SELECT job.session_id, job.id AS job_id, job.api_key_id, job.position, last.attempt->>'tier' AS tier,
           use.version, use.result, use.page
    FROM ${ended} AS job
    CROSS JOIN LATERAL (
      SELECT attempt FROM jsonb_array_elements(job.attempts) WITH ORDINALITY AS each(attempt, place)
      WHERE attempt ? 'session' ORDER BY place DESC LIMIT 1
    ) AS last
    CROSS JOIN LATERAL jsonb_to_record(last.attempt->'session') AS use(version int, result text, page text)
    WHERE job.session_id IS NOT NULL
  )`
}

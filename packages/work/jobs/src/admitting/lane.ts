/**
 * Items of a line that one key pays for at one first price: where one of them cannot be paid, none can. They are admitted in the order of
 * their ids.
 */
export interface LaneKey {
  line: string
  payer: string
}

/** SQL: the line in which a row of `job` stands. Indexes are over this. */
export const LINE = 'COALESCE(job.line, job.host)'

/** SQL: who pays how much for a row of `job` at its first tier. An index is over this. */
export const PAYER = `(COALESCE(job.api_key_id::text, '') || ' ' || CASE WHEN job.test THEN '0' ELSE job.plan->'steps'->0->>'priceMicros' END)`

/** SQL: a row of `job` waits for its admission. */
export const IS_WAITING = 'job.finished_at IS NULL AND job.queued_at IS NULL'

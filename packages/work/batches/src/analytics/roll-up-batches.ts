import type { Queryable } from '@gleaner/db'
import { DAY, OF_BATCH, OF_JOBS } from './counted-sql.ts'

/** Batches in one statement: up to 20,000 jobs are read for them. */
const BATCHES = 20

/**
 * Adds batches that have ended to the roll-ups that analytics read, each once: a batch is marked by the statement that adds it. Several
 * processes may do so at once. Returns how many there were.
 */
export async function rollUpBatches(db: Queryable): Promise<number> {
  let all = 0
  for (let rolled = BATCHES; rolled === BATCHES; all += rolled) {
    const { rowCount } = await db.query({ name: 'roll-up-batches', text: ROLL_UP })
    rolled = rowCount ?? 0
  }
  return all
}

const SUMS = 'urls = r.urls + excluded.urls, succeeded = r.succeeded + excluded.succeeded'
const MORE_SUMS = 'failed = r.failed + excluded.failed, cost_micros = r.cost_micros + excluded.cost_micros'

/** Rows are added in the order of their keys, so that two who add to the same ones wait for each other, and not both. */
const ROLL_UP = `
  WITH batch AS (
    SELECT * FROM batch WHERE finished_at IS NOT NULL AND rolled_up_at IS NULL AND kind = 'batch'
    ORDER BY finished_at LIMIT ${BATCHES} FOR UPDATE SKIP LOCKED
  ), day AS (
    INSERT INTO batch_day AS r (account_id, day, batches, urls, succeeded, failed, cost_micros)
    SELECT account_id, day, sum(batches), sum(urls), sum(succeeded), sum(failed), sum(cost_micros)
    FROM (SELECT account_id, ${DAY} AS day, ${OF_BATCH} FROM batch WHERE NOT test) AS counted
    GROUP BY account_id, day ORDER BY account_id, day
    ON CONFLICT (account_id, day) DO UPDATE SET batches = r.batches + excluded.batches, ${SUMS}, ${MORE_SUMS}
  ), host AS (
    INSERT INTO batch_day_host AS r (account_id, day, host, tier, urls, succeeded, failed, cost_micros)
    SELECT batch.account_id, ${DAY}, ${OF_JOBS}
    FROM batch JOIN job ON job.batch_id = batch.id WHERE NOT batch.test
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (account_id, day, host, tier) DO UPDATE SET ${SUMS}, ${MORE_SUMS}
  )
  UPDATE batch AS marked SET rolled_up_at = now() FROM batch WHERE marked.id = batch.id`

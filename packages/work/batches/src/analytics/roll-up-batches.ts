import { type Pool, type Queryable, type Stuck, takeApart, throwStuck, withConnection } from '@gleaner/db'
import { DAY, OF_BATCH, OF_JOBS } from './counted-sql.ts'

/** Batches in one statement: up to 20,000 jobs are read for them. */
const BATCHES = 20

/**
 * Adds batches that have ended to the roll-ups that analytics read, each once: a batch is marked by the statement that adds it. Several
 * processes may do so at once. Returns how many there were. One that cannot be added keeps no others: the faults of all are thrown at the end.
 */
export async function rollUpBatches(pool: Pool): Promise<number> {
  return await withConnection(pool, rollUpAll)
}

async function rollUpAll(db: Queryable): Promise<number> {
  let all = 0
  const stuck: Stuck<string>[] = []
  const rollUp = async (ids: readonly string[]) => {
    all += (await db.query({ name: 'roll-up-batches', text: ROLL_UP, values: [ids] })).rowCount ?? 0
  }
  // Where nothing comes of a slice another process is at it.
  for (let before = -1; all + stuck.length > before && stuck.length < MOST_STUCK; ) {
    before = all + stuck.length
    const { rows } = await db.query<{ id: string }>(NEXT, [stuck.map(({ item }) => item)])
    stuck.push(
      ...(await takeApart(
        rows.map(({ id }) => id),
        rollUp,
      )),
    )
  }
  throwStuck(stuck, 'batches could not be rolled up')
  return all
}

/** Then it is no fault of single ones. */
const MOST_STUCK = 100

const IS_OPEN = "finished_at IS NOT NULL AND rolled_up_at IS NULL AND kind = 'batch'"

const NEXT = `SELECT id FROM batch WHERE ${IS_OPEN} AND id <> ALL($1::uuid[]) ORDER BY finished_at LIMIT ${BATCHES}`

const SUMS = 'urls = r.urls + excluded.urls, succeeded = r.succeeded + excluded.succeeded'
const MORE_SUMS = 'failed = r.failed + excluded.failed, cost_micros = r.cost_micros + excluded.cost_micros'

/** Rows are added in the order of their keys, so that two who add to the same ones wait for each other, and not both. */
const ROLL_UP = `
  WITH batch AS (
    SELECT * FROM batch WHERE id = ANY($1::uuid[]) AND ${IS_OPEN} FOR UPDATE SKIP LOCKED
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

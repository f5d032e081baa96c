import { eachAlone, eachSlice, type Pool, transaction } from '@gleaner/db'
import { deleteJobsOf, type JobsContext } from '@gleaner/jobs'
import type { Logger } from '@gleaner/runtime'
import type { BlobStore } from '@gleaner/storage'
import { endWorkOf } from './end-work.ts'
import { TABLES } from './tables.ts'

export interface EraseContext {
  jobs: Pick<JobsContext, 'pool' | 'pubSub' | 'logger'>
  files: Pick<BlobStore, 'delete'>
  logger: Logger
}

const FILES_AT_ONCE = 20

/**
 * Ends and deletes what there still is of an account that was deleted, in small steps, until nothing is left or the moment `endAt` has
 * passed. Returns whether nothing was left. May be broken off anywhere, and repeated. A step that fails keeps none of the others: the
 * faults of all are thrown at the end.
 */
export async function eraseAccount(ctx: EraseContext, accountId: string, endAt: number): Promise<boolean> {
  const { pool } = ctx.jobs
  let isDone = true
  await eachAlone<Step, void>(
    [
      endAllWork,
      deleteJobs,
      () => deleteBatches(pool, accountId, endAt),
      ...[...TABLES.atOnce, ...TABLES.slices].map((table) => () => deleteRows(pool, table, accountId, endAt)),
    ],
    async (step) => {
      if (isDone) isDone = await step(ctx, accountId, endAt)
    },
  )
  return isDone
}

/** Returns whether it is done; false when its time was over before. */
type Step = (ctx: EraseContext, accountId: string, endAt: number) => Promise<boolean>

const endAllWork: Step = async ({ jobs }, accountId, endAt) => {
  while (await endWorkOf(jobs, accountId)) if (Date.now() >= endAt) return false
  return true
}

const deleteJobs: Step = async ({ jobs, files }, accountId, endAt) => {
  const forgetFiles = async (keys: string[]) =>
    void (await eachAlone(keys, (key) => files.delete(key), FILES_AT_ONCE))
  const { isDone, faults } = await deleteJobsOf(jobs.pool, accountId, forgetFiles, endAt)
  if (faults) throw new AggregateError(faults, `${faults.length} jobs could not be deleted`)
  return isDone
}

const SLICE = 1_000
const BATCHES = 100

/** Batches with their crawls; the pages of a crawl, of which there may be a million, before it. */
async function deleteBatches(pool: Pool, accountId: string, endAt: number): Promise<boolean> {
  const next = `SELECT id FROM batch WHERE account_id = $1 ORDER BY account_id, created_at, id LIMIT ${BATCHES}`
  const pages = `
    DELETE FROM crawl_page WHERE ctid = ANY(ARRAY(
      SELECT page.place FROM (${next}) AS old CROSS JOIN LATERAL (
        SELECT ctid AS place FROM crawl_page WHERE crawl_page.crawl_id = old.id ORDER BY crawl_id, key LIMIT ${SLICE}
      ) AS page LIMIT ${SLICE}))`
  for (;;) {
    if (!(await eachSlice(pool, endAt, pages, [accountId])).isDone) return false
    const { rowCount } = await pool.query(`DELETE FROM batch WHERE id = ANY(ARRAY(${next}))`, [accountId])
    if (!rowCount) return true
    if (Date.now() >= endAt) return false
  }
}

/** Each table has an index of its accounts, which Postgres would not use where most of the rows are of one. */
async function deleteRows(pool: Pool, table: string, accountId: string, endAt: number): Promise<boolean> {
  const statement = `
    DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE account_id = $1 LIMIT ${SLICE}))`
  for (;;) {
    const deleted = await transaction(pool, async (sql) => {
      await sql.query('SET LOCAL enable_seqscan = off')
      return (await sql.query(statement, [accountId])).rowCount
    })
    if (!deleted) return true
    if (Date.now() >= endAt) return false
  }
}

import { toCredits } from '@gleaner/billing'
import {
  type BatchList,
  type BatchListEntry,
  type BatchListQuery,
  presentLabels,
  toBatchId,
} from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { presentCounts } from './present-batch.ts'
import { BATCH_COLUMNS, type BatchRow } from './read-batch.ts'

/** The batches of an account, the newest first. */
export async function listBatches(
  db: Queryable,
  accountId: string,
  { limit, offset, status, external_id }: BatchListQuery,
): Promise<BatchList> {
  const chosen =
    "account_id = $1 AND kind = 'batch' AND ($2::text IS NULL OR status = $2) AND ($3::text IS NULL OR external_id = $3)"
  const [page, all] = await Promise.all([
    db.query<BatchRow>(
      `SELECT ${BATCH_COLUMNS} FROM batch WHERE ${chosen} ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5`,
      [accountId, status ?? null, external_id ?? null, limit, offset],
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM batch WHERE ${chosen}`, [
      accountId,
      status ?? null,
      external_id ?? null,
    ]),
  ])
  return { batches: page.rows.map(presentEntry), total: all.rows[0]!.total, limit, offset }
}

function presentEntry(row: BatchRow): BatchListEntry {
  return {
    batch_id: toBatchId(row.id),
    url_count: row.total,
    ...presentLabels(row),
    status: row.status,
    concurrency: row.concurrency,
    ...presentCounts(row),
    credits_used: toCredits(row.costMicros),
    created_at: row.createdAt.toISOString(),
    completed_at: row.finishedAt?.toISOString() ?? null,
  }
}

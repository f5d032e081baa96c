import { ApiError } from '@gleaner/contracts/errors'
import type { Schedule } from '@gleaner/contracts/schemas/schedule-replies'
import { type Queryable, storableJson } from '@gleaner/db'
import { beginExport } from '@gleaner/exports'
import type { RunRow } from './run-row.ts'

type Exported = Pick<RunRow, 'exportId' | 'exportError'>

/** Runs that have made pages; of a `failed` one there are errors alone. */
const WITH_PAGES: ReadonlySet<string> = new Set(['completed', 'partially_failed', 'cancelled'])

/**
 * Begins the export of what a run has made, in the transaction that ends it; publish `WAKE.exports` once that is committed. What refuses it (a
 * destination that is gone) is noted, and ends the run all the same.
 */
export async function exportRun(
  sql: Queryable,
  row: RunRow & { accountId: string },
  request: NonNullable<Schedule['export']>,
): Promise<Exported> {
  const { id, accountId, kind, workId, state } = row
  const isAny = WITH_PAGES.has(state) || (state === 'failed' && request.include_failed)
  if (workId === null || kind === 'map' || kind === 'search' || !isAny)
    return { exportId: null, exportError: null }
  const exported = await begin(sql, { accountId, source: { kind, id: workId }, request, isScheduled: true })
  await sql.query('UPDATE schedule_run SET export_id = $2, export_error = $3 WHERE id = $1', [
    id,
    exported.exportId,
    exported.exportError && storableJson(exported.exportError),
  ])
  return exported
}

async function begin(sql: Queryable, wanted: Parameters<typeof beginExport>[1]): Promise<Exported> {
  try {
    return { exportId: await beginExport(sql, wanted), exportError: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { exportId: null, exportError: { code: error.code, message: error.message } }
  }
}

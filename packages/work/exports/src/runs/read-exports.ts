import { API_ROOT } from '@gleaner/contracts/api-root'
import { ApiError } from '@gleaner/contracts/errors'
import { toBatchId } from '@gleaner/contracts/ids'
import { LIMITS } from '@gleaner/contracts/limits'
import type { ExportRequest, ExportRun } from '@gleaner/contracts/schemas/exports/runs'
import type { Queryable } from '@gleaner/db'
import { compressionOf, type ExportError, type ExportSource, statusOf } from './export-run.ts'

/** Throws NOT_FOUND, also for one of another account. */
export async function readExport(sql: Queryable, accountId: string, id: string): Promise<ExportRun> {
  const { rows } = await sql.query<Row>(
    `SELECT ${COLUMNS} FROM export_run AS run WHERE id = $1 AND account_id = $2`,
    [id, accountId],
  )
  if (!rows[0]) throw new ApiError('NOT_FOUND', 'There is no such export in this account.')
  return present(rows[0])
}

export async function listExports(
  sql: Queryable,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ exports: ExportRun[]; total: number }> {
  const { rows } = await sql.query<Row>(
    `SELECT ${COLUMNS} FROM export_run AS run WHERE account_id = $1
     ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`,
    [accountId, limit, offset],
  )
  const counted = await sql.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM export_run WHERE account_id = $1',
    [accountId],
  )
  return { exports: rows.map(present), total: counted.rows[0]!.total }
}

/** Cancels an export, and gives it as it is then; one that has ended stays. Throws NOT_FOUND. */
export async function cancelExport(sql: Queryable, accountId: string, id: string): Promise<ExportRun> {
  await sql.query(
    `UPDATE export_run SET cancelled_at = now(), next_at = now()
     WHERE id = $1 AND account_id = $2 AND ended_at IS NULL AND cancelled_at IS NULL`,
    [id, accountId],
  )
  return await readExport(sql, accountId, id)
}

interface Row {
  id: string
  destinationId: string | null
  sourceKind: ExportSource['kind']
  sourceId: string
  request: ExportRequest
  totalRows: number | null
  rows: number
  bytes: number
  error: ExportError | null
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
  cancelledAt: Date | null
  deadlineAt: Date
  objects: ExportRun['objects']
}

const COLUMNS = `run.id, run.destination_id AS "destinationId", run.source_kind AS "sourceKind", run.source_id AS "sourceId",
  run.request, run.total_rows AS "totalRows", run.rows, run.bytes::float8 AS bytes, run.error, run.created_at AS "createdAt",
  run.started_at AS "startedAt", run.ended_at AS "endedAt", run.cancelled_at AS "cancelledAt", run.deadline_at AS "deadlineAt",
  (SELECT COALESCE(json_agg(json_build_object('name', name, 'rows', rows, 'bytes', bytes, 'is_complete', is_done)
     ORDER BY seq), '[]')
   FROM (SELECT * FROM export_object WHERE run_id = run.id ORDER BY seq LIMIT ${LIMITS.exportObjects}) AS object) AS objects`

function present(run: Row): ExportRun {
  const { request, sourceKind, sourceId, error } = run
  return {
    export_id: run.id,
    destination_id: run.destinationId,
    ...(sourceKind === 'batch' ? { batch_id: toBatchId(sourceId) } : { crawl_id: sourceId }),
    status: statusOf(run),
    format: request.format,
    compression: compressionOf(request),
    rows: run.rows,
    total_rows: run.totalRows,
    bytes: run.bytes,
    objects: run.objects,
    error: error?.message ?? null,
    error_code: error?.code ?? null,
    created_at: run.createdAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    ended_at: (run.cancelledAt ?? run.endedAt)?.toISOString() ?? null,
    deadline_at: run.deadlineAt.toISOString(),
    status_url: `${API_ROOT}/exports/runs/${run.id}`,
  }
}

import { ApiError } from '@gleaner/contracts/errors'
import { uuidv7 } from '@gleaner/contracts/ids'
import { invalidRequest } from '@gleaner/contracts/invalid-request'
import { LIMITS, RETENTION } from '@gleaner/contracts/limits'
import { MESSAGES } from '@gleaner/contracts/messages'
import type { DestinationType } from '@gleaner/contracts/schemas/exports/destinations'
import type { ExportRequest } from '@gleaner/contracts/schemas/exports/runs'
import { lockKind, type Queryable } from '@gleaner/db'
import { checkUnfinished } from '@gleaner/queue/work'
import type { ExportSource } from './export-run.ts'

export interface NewExport {
  accountId: string
  source: ExportSource
  request: ExportRequest
  /** Of a schedule's run: it is begun however many go on, as schedules are bounded, and nobody is there to ask again. */
  isScheduled?: boolean
}

/**
 * Writes an export down that is to be made, in the caller's transaction, and returns its id; publish `WAKE.exports` once that is committed.
 * Throws NOT_FOUND for what is not the account's, CONFLICT while the source has not ended, JOB_EXPIRED when its results are gone,
 * INVALID_REQUEST for what the destination cannot take, and CONCURRENCY_LIMITED.
 */
export async function beginExport(
  sql: Queryable,
  { accountId, source, request, isScheduled = false }: NewExport,
): Promise<string> {
  await checkSource(sql, accountId, source)
  await checkDestination(sql, accountId, request)
  if (!isScheduled) await checkRoom(sql, accountId)
  const id = uuidv7()
  await sql.query(
    `INSERT INTO export_run (id, account_id, destination_id, source_kind, source_id, request, deadline_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + ${LIMITS.exportMs} * interval '1 millisecond')`,
    [id, accountId, request.destination_id, source.kind, source.id, JSON.stringify(request)],
  )
  return id
}

async function checkSource(sql: Queryable, accountId: string, { kind, id }: ExportSource): Promise<void> {
  const { rows } = await sql.query<{ hasEnded: boolean; isKept: boolean }>(
    `SELECT finished_at IS NOT NULL AS "hasEnded",
       COALESCE(finished_at > now() - ${RETENTION.resultMs} * interval '1 millisecond', true) AS "isKept"
     FROM batch WHERE id = $1 AND account_id = $2 AND kind = $3`,
    [id, accountId, kind],
  )
  const [found] = rows
  if (!found) throw new ApiError('NOT_FOUND', `There is no such ${kind} in this account.`)
  if (!found.hasEnded)
    throw new ApiError('CONFLICT', `The ${kind} has not ended; export it once it has, or cancel it first.`, {
      retry_after_seconds: 10,
    })
  if (!found.isKept) throw new ApiError('JOB_EXPIRED', MESSAGES.resultGone)
}

/** That a destination takes such an export. Its row is locked, so that it is not changed or deleted meanwhile. Throws NOT_FOUND and INVALID_REQUEST. */
export async function checkDestination(
  sql: Queryable,
  accountId: string,
  { destination_id, format, include_files }: ExportRequest,
): Promise<void> {
  const { rows } = await sql.query<{ type: DestinationType }>(
    'SELECT type FROM export_destination WHERE id = $1 AND account_id = $2 FOR SHARE',
    [destination_id, accountId],
  )
  if (!rows[0])
    throw new ApiError(
      'NOT_FOUND',
      'destination_id: there is no such export destination in this account; GET /exports lists those that there are.',
      { issues: [{ path: 'destination_id', message: 'is none of this account' }] },
    )
  if (rows[0].type !== 'webhook') return
  const issues = [
    ...(format === 'jsonl' ? [] : [{ path: 'format', message: 'must be "jsonl" for a webhook' }]),
    ...(include_files
      ? [{ path: 'include_files', message: 'has no effect with a webhook; leave it out' }]
      : []),
  ]
  if (issues.length > 0) throw invalidRequest(issues)
}

async function checkRoom(sql: Queryable, accountId: string): Promise<void> {
  await lockKind(sql, 'export', accountId)
  const { rows } = await sql.query<{ unfinished: number }>(
    'SELECT count(*)::int AS unfinished FROM export_run WHERE account_id = $1 AND ended_at IS NULL',
    [accountId],
  )
  checkUnfinished('export', rows[0]!.unfinished, 'exports')
}

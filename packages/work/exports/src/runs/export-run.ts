import type { ErrorCode } from '@gleaner/contracts/errors'
import { toBatchId } from '@gleaner/contracts/ids'
import {
  COMPRESSIONS_OF,
  type ExportRequest,
  type ExportStatus,
} from '@gleaner/contracts/schemas/exports/runs'
import { hasCome } from '@gleaner/db'
import { createClaims } from '@gleaner/queue/claim'

/** What is exported. */
export interface ExportSource {
  kind: 'batch' | 'crawl'
  /** UUID of the batch or crawl. */
  id: string
}

export interface ExportError {
  code: ErrorCode
  message: string
}

/** A run that an exporter has. */
export interface ClaimedRun {
  id: string
  fence: number
  accountId: string
  destinationId: string | null
  sourceKind: ExportSource['kind']
  sourceId: string
  request: ExportRequest
  totalRows: number | null
  failures: number
  lostLeases: number
  isCancelled: boolean
  isLate: boolean
  createdAt: Date
}

export const runClaims = createClaims<ClaimedRun, 'id'>({
  table: 'export_run',
  as: 'run',
  key: { id: 'id' },
  returning: `run.id, run.fence, run.account_id AS "accountId", run.destination_id AS "destinationId",
    run.source_kind AS "sourceKind", run.source_id AS "sourceId", run.request, run.total_rows AS "totalRows",
    run.failures, run.lost_leases AS "lostLeases", run.cancelled_at IS NOT NULL AS "isCancelled",
    ${hasCome('run.deadline_at')} AS "isLate", run.created_at AS "createdAt"`,
})

/** Somebody else has the run, or it has been cancelled: what this process does for it is of no use. */
export class RunLost extends Error {
  override readonly name = 'RunLost'
}

/** What names the source in objects and archives. */
export function sourceName({ kind, id }: ExportSource): string {
  return kind === 'batch' ? toBatchId(id) : `crawl_${id}`
}

export function compressionOf({ format, compression }: ExportRequest) {
  return compression ?? COMPRESSIONS_OF[format][0]!
}

export function statusOf(run: {
  cancelledAt: Date | null
  endedAt: Date | null
  startedAt: Date | null
  error: ExportError | null
}): ExportStatus {
  if (run.cancelledAt) return 'cancelled'
  if (run.endedAt) return run.error ? 'failed' : 'completed'
  return run.startedAt ? 'running' : 'pending'
}

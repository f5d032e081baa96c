import { type Pool, transaction } from '@gleaner/db'
import { ENCODERS } from '../formats/index.ts'
import { countByDay, type Selection } from '../rows/read-items.ts'
import { type ClaimedRun, compressionOf, RunLost, runClaims, sourceName } from './export-run.ts'

/** Which jobs a run has. */
export function selectionOf({ sourceId, request, createdAt }: ClaimedRun): Selection {
  return { batchId: sourceId, includeFailed: request.include_failed, askedAt: createdAt }
}

/** Decides once which objects a run writes. Throws RunLost. */
export async function planObjects(pool: Pool, run: ClaimedRun): Promise<void> {
  if (run.totalRows !== null) return
  const days = await countByDay(pool, selectionOf(run))
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const parts = run.request.partition_by === 'date' ? days.map(({ day }) => day) : [null]
  await transaction(pool, async (sql) => {
    const { rowCount } = await sql.query(
      `UPDATE export_run AS run SET total_rows = $3, started_at = COALESCE(started_at, now()) WHERE ${runClaims.isMine}`,
      [...runClaims.valuesOf(run), total],
    )
    if (rowCount === 0) throw new RunLost()
    for (const [seq, day] of parts.entries())
      await sql.query(
        'INSERT INTO export_object (run_id, seq, name, day) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
        [run.id, seq, nameOf(run, day), day],
      )
    await sql.query('UPDATE export_destination SET last_used_at = now() WHERE id = $1', [run.destinationId])
  })
}

/** As Hive has partitions. Names are those of the source, so that the same export again replaces what it wrote before. */
function nameOf({ request, ...run }: ClaimedRun, day: string | null): string {
  const name = sourceName({ kind: run.sourceKind, id: run.sourceId })
  const folder = day === null ? '' : `date=${day}/`
  return `${folder}${name}${extensionOf(request)}`
}

function extensionOf(request: ClaimedRun['request']): string {
  if (request.format === 'files') return ''
  const isGzip = ['jsonl', 'csv'].includes(request.format) && compressionOf(request) === 'gzip'
  return `.${ENCODERS[request.format].extension}${isGzip ? '.gz' : ''}`
}

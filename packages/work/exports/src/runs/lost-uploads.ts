import type { Queryable } from '@gleaner/db'
import { isFree } from '@gleaner/queue/claim'
import type { ClaimedRun } from './export-run.ts'

/**
 * Which of the uploads of an object are nobody's: no export has noted them. Undefined while another export of the same is about to note one. The
 * uploads are listed before this is asked.
 */
export async function lostUploads(
  sql: Queryable,
  { id }: Pick<ClaimedRun, 'id'>,
  name: string,
  uploads: readonly string[],
): Promise<string[] | undefined> {
  const { rows } = await sql.query<{ isBeginning: boolean; lost: string[] }>(
    `SELECT
       EXISTS (
         SELECT FROM export_object AS object JOIN export_run AS run ON run.id = object.run_id
         WHERE object.name = $2 AND run.id <> $1 AND run.ended_at IS NULL AND object.upload_id IS NULL
           AND object.begun_at IS NOT NULL AND NOT (${isFree('run')})
           AND (run.source_kind, run.source_id) = (SELECT source_kind, source_id FROM export_run WHERE id = $1)
       ) AS "isBeginning",
       ARRAY(SELECT upload FROM unnest($3::text[]) AS upload
         WHERE NOT EXISTS (
           SELECT FROM export_object AS object JOIN export_run AS run ON run.id = object.run_id
           WHERE object.upload_id = upload
             AND (run.source_kind, run.source_id) = (SELECT source_kind, source_id FROM export_run WHERE id = $1))) AS lost`,
    [id, name, uploads],
  )
  const { isBeginning, lost } = rows[0]!
  return isBeginning ? undefined : lost
}

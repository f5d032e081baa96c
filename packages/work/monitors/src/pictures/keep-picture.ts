import { buffer } from 'node:stream/consumers'
import { RETENTION } from '@gleaner/contracts/limits'
import type { Queryable } from '@gleaner/db'
import { type BlobStore, screenshotKey } from '@gleaner/storage'
import type { TakenCheck } from '../checks/claim-check.ts'
import { pictureKeys } from './picture-keys.ts'

/**
 * A picture is what the next change is compared with, and then shown with it for as long as that is told: whoever is the latest one is replaced by a
 * younger look at the same version before less is left than that (`IS_LASTING`).
 */
const KEPT_MS = 2 * RETENTION.monitorMs

/** SQL: the row `picture` of `monitor_picture` may be the one before a change of now. */
export const IS_LASTING = `picture.kept_until > now() + ${RETENTION.monitorMs} * interval '1 millisecond'`

/**
 * Keeps the screenshot that a job has made, and gives its id. Undefined where there is none any more, or the monitor is gone. May be repeated; the row
 * is written before the file, so that nothing is stored that nobody would delete.
 */
export async function keepPicture(
  sql: Queryable,
  files: Pick<BlobStore, 'open' | 'put' | 'delete'>,
  { monitorId, accountId }: Pick<TakenCheck, 'monitorId' | 'accountId'>,
  jobId: string,
): Promise<string | undefined> {
  const blob = await files.open(screenshotKey(jobId))
  if (!blob) return undefined
  const bytes = await buffer(blob.stream)
  const { rowCount } = await sql.query(
    `INSERT INTO monitor_picture (id, monitor_id, account_id, kept_until)
     SELECT $1, id, account_id, now() + ${KEPT_MS} * interval '1 millisecond' FROM monitor WHERE id = $2 AND account_id = $3
     ON CONFLICT (id) DO UPDATE SET kept_until = EXCLUDED.kept_until`,
    [jobId, monitorId, accountId],
  )
  if (rowCount === 0) return undefined
  const key = pictureKeys.kept(jobId)
  await files.put(key, bytes, { contentType: 'image/png', ttlMs: KEPT_MS })
  // Whoever deleted the row meanwhile looked for the file too early.
  const { rowCount: left } = await sql.query('SELECT FROM monitor_picture WHERE id = $1', [jobId])
  if (left === 1) return jobId
  await files.delete(key)
  return undefined
}

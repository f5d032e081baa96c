import { ApiError } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'

/** Pictures of a page before and after a change. */
export interface ChangePictures {
  before: KeptPicture
  after: KeptPicture
}

export interface KeptPicture {
  id: string
  takenAt: Date
}

/** Throws NOT_FOUND, for a change of another account too. */
export async function readChangePictures(
  sql: Queryable,
  accountId: string,
  monitorId: string,
  changeId: string,
): Promise<ChangePictures> {
  const { rows } = await sql.query<{ before: string; beforeAt: Date; after: string; afterAt: Date }>(
    `SELECT was.id AS before, was.taken_at AS "beforeAt", now.id AS after, now.taken_at AS "afterAt"
     FROM monitor_change AS change
       JOIN monitor_picture AS was ON was.id = change.picture_before JOIN monitor_picture AS now ON now.id = change.picture_after
     WHERE change.id = $1 AND change.monitor_id = $2 AND change.account_id = $3`,
    [changeId, monitorId, accountId],
  )
  const [row] = rows
  if (!row) throw noPicture()
  return { before: { id: row.before, takenAt: row.beforeAt }, after: { id: row.after, takenAt: row.afterAt } }
}

export const noPicture = () =>
  new ApiError(
    'NOT_FOUND',
    'There is no such change, or no picture of it: `picture_url` of a change says where there is one.',
  )

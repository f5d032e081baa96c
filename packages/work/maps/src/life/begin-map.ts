import { holdCall } from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts/ids'
import { hasCome, type Pool, type Queryable, transaction } from '@gleaner/db'
import { beginAnew } from '@gleaner/queue/claim'
import { checkRoom } from './check-room.ts'
import { deadlineMs } from './deadline.ts'
import { type AskedMap, isCharged, type MapKind, type NewMap } from './map.ts'

/**
 * Writes a map down that is to be made and sets its price aside, in the caller's transaction. Returns its id. Throws CONCURRENCY_LIMITED when the
 * account has as many unfinished as may be, INSUFFICIENT_BALANCE and SPEND_LIMIT_EXCEEDED.
 */
export async function beginMap(sql: Queryable, asked: NewMap): Promise<string> {
  const { accountId, apiKeyId, test, request } = asked
  const id = uuidv7()
  const kind = kindOf(request)
  const ms = deadlineMs(kind, request.timeout, await checkRoom(sql, accountId, kind))
  await sql.query(
    `INSERT INTO site_map (id, account_id, api_key_id, test, request, deadline_at)
     VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 millisecond')`,
    [id, accountId, apiKeyId, test, JSON.stringify(request), ms],
  )
  await holdPrice(sql, { ...asked, id }, ms)
  return id
}

const IS_OVER = `(error IS NOT NULL OR ended_at IS NULL AND ${hasCome('deadline_at')})`

/**
 * Has a map of the account made again that ended without a reply; one that is under way or delivered stays as it is. Throws as beginning one
 * does.
 */
export async function reopenMap(pool: Pool, accountId: string, id: string): Promise<void> {
  await transaction(pool, async (sql) => {
    const { rows } = await sql.query<NewMap>(
      `SELECT account_id AS "accountId", api_key_id AS "apiKeyId", test, request FROM site_map
       WHERE id = $1 AND account_id = $2 AND ${IS_OVER} FOR UPDATE`,
      [id, accountId],
    )
    const [over] = rows
    if (!over) return
    const kind = kindOf(over.request)
    const ms = deadlineMs(kind, over.request.timeout, await checkRoom(sql, accountId, kind))
    await sql.query(
      `UPDATE site_map SET ${beginAnew('site_map')}, error = NULL,
         deadline_at = now() + $2 * interval '1 millisecond'
       WHERE id = $1`,
      [id, ms],
    )
    await holdPrice(sql, { ...over, id }, ms)
  })
}

/** Until the map's deadline: what is not made by then is of use to nobody. */
async function holdPrice(sql: Queryable, map: NewMap & { id: string }, ms: number): Promise<void> {
  if (isCharged(map)) await holdCall(sql, { ...map, kind: 'map' }, ms)
}

function kindOf({ only_count }: AskedMap): MapKind {
  return only_count ? 'estimate' : 'map'
}

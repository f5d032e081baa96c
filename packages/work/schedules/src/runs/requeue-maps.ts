import type { Queryable } from '@gleaner/db'
import { isFree } from '@gleaner/queue/claim'

/** Maps of runs that no crawler has at hand: their messages may be lost. */
export async function waitingMaps(sql: Queryable): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT map.id FROM schedule_run AS run JOIN site_map AS map ON map.id = run.work_id
     WHERE run.state = 'running' AND run.kind = 'map' AND map.ended_at IS NULL AND ${isFree('map')} LIMIT 1000`,
  )
  return rows.map(({ id }) => id)
}

import type { Queryable } from '@gleaner/db'
import { lineBounds } from '@gleaner/queue/line'
import type { LaneKey } from './lane.ts'

/** Lanes without those of crawls that their callers have paused: what waits there is not admitted. */
export async function withoutPaused<Lane extends LaneKey>(
  db: Queryable,
  lanes: readonly Lane[],
): Promise<Lane[]> {
  const crawlOf = ({ line }: Lane) => (lineBounds(line) ? line.slice(line.lastIndexOf(':') + 1) : undefined)
  const crawls = lanes.flatMap((lane) => crawlOf(lane) ?? [])
  if (crawls.length === 0) return [...lanes]
  const { rows } = await db.query<{ id: string }>({
    name: 'find-paused-crawls',
    text: "SELECT id FROM crawl WHERE id = ANY($1::uuid[]) AND paused_reason = 'caller'",
    values: [crawls],
  })
  const paused = new Set(rows.map(({ id }) => id))
  return lanes.filter((lane) => !paused.has(crawlOf(lane) ?? ''))
}

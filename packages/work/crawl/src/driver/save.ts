import { type Queryable, storableJson } from '@gleaner/db'
import type { CrawlRow } from '../crawl-row.ts'
import type { CrawlMemory } from './memory.ts'

/** So long after a step a crawl is looked at again, unless it is woken. */
const LOOK_AGAIN_MS = 1_000

/** Writes what a step has made of a crawl; its version is a new one. */
export async function saveCrawl(sql: Queryable, crawl: CrawlRow, memory: CrawlMemory): Promise<void> {
  crawl.version++
  memory.version = crawl.version
  await sql.query({
    name: 'save-crawl',
    text: `
      UPDATE crawl SET phase = $2, discovered = $3, waiting = $4, skipped = $5, site = COALESCE($6, site), traps = COALESCE($10, traps), left_out = COALESCE($11, left_out), paused_reason = $7, version = $8,
        delay_ms = $9, next_at = now() + ${LOOK_AGAIN_MS} * interval '1 millisecond'
      WHERE id = $1`,
    values: [
      crawl.id,
      crawl.phase,
      crawl.discovered,
      crawl.waiting,
      JSON.stringify(crawl.skipped),
      memory.isSiteChanged ? storableJson(memory.site) : null,
      crawl.pausedReason,
      crawl.version,
      crawl.delayMs,
      memory.isTrapsChanged ? storableJson(memory.traps.state()) : null,
      memory.isLeftOutChanged ? storableJson(memory.leftOut) : null,
    ],
  })
  memory.isSiteChanged = false
  memory.isTrapsChanged = false
  memory.isLeftOutChanged = false
}

import { CALL_PRICES } from '@gleaner/billing'
import type { ScheduleKind, ScheduleRun } from '@gleaner/contracts'
import { crawlStatus } from '@gleaner/crawl'
import { transaction } from '@gleaner/db'
import type { SchedulesContext } from '../context.ts'
import { finishRun, type RunEnd } from './finish-run.ts'
import { JOIN_WORK, WORK_HAS_ENDED } from './work-ended.ts'

interface Ended {
  id: string
  fence: number
  kind: ScheduleKind
  /** Of a batch or crawl, or of the scrapes of a search. */
  status: 'completed' | 'partially_failed' | 'failed' | 'cancelled' | null
  total: number | null
  succeeded: number | null
  failed: number | null
  cancelled: number | null
  costMicros: bigint | null
  cancelledAt: Date | null
  finishedAt: Date | null
  /** Of a map: that it has ended, why without a reply, and whether it cost nothing. */
  mapEndedAt: Date | null
  /** What a search has cost without its scrapes; null when it is gone. */
  searchMicros: bigint | null
  mapError: ScheduleRun['error']
  test: boolean | null
}

const AT_ONCE = 500

/** Ends the runs whose work has ended. Returns how each has, by its state. */
export async function endRuns(ctx: SchedulesContext): Promise<RunEnd['state'][]> {
  const { rows } = await ctx.pool.query<Ended>(FIND_ENDED)
  const states: RunEnd['state'][] = []
  for (const run of rows) {
    const end = endOf(run)
    const isMine = await transaction(ctx.pool, (sql) =>
      finishRun(ctx, sql, { id: run.id, state: 'running', fence: run.fence }, end),
    )
    if (isMine) states.push(end.state)
  }
  return states
}

const FIND_ENDED = `
  SELECT run.id, run.fence, run.kind, batch.status, batch.total, batch.succeeded, batch.failed, batch.cancelled, batch.cost_micros AS "costMicros",
    batch.cancelled_at AS "cancelledAt", batch.finished_at AS "finishedAt", map.ended_at AS "mapEndedAt", map.error AS "mapError", map.test,
    search.cost_micros AS "searchMicros"
  FROM schedule_run AS run ${JOIN_WORK}
    LEFT JOIN search ON search.id = run.work_id AND run.kind = 'search'
  WHERE ${WORK_HAS_ENDED}
  LIMIT ${AT_ONCE}`

function endOf(run: Ended): RunEnd {
  if (run.kind === 'map') return endOfMap(run)
  if (run.kind === 'search') return endOfSearch(run)
  const { total, succeeded, failed, cancelled, costMicros } = run
  if (total === null || run.status === null) return { state: 'failed', error: GONE }
  const counts = { total, succeeded: succeeded!, failed: failed!, cancelled: cancelled! }
  const state = run.kind === 'crawl' ? stateOfCrawl(run) : run.status
  return { state, counts, costMicros }
}

function stateOfCrawl({ cancelledAt, finishedAt, succeeded }: Ended): RunEnd['state'] {
  const status = crawlStatus({ phase: 'ended', cancelledAt, finishedAt, succeeded: succeeded! })
  return status === 'cancelled' || status === 'failed' ? status : 'completed'
}

function endOfMap({ mapEndedAt, mapError, test }: Ended): RunEnd {
  if (test === null) return { state: 'failed', error: GONE }
  if (mapEndedAt === null) return { state: 'failed', error: LATE, costMicros: 0n }
  if (mapError)
    return { state: 'failed', error: { code: mapError.code, message: mapError.message }, costMicros: 0n }
  return { state: 'completed', costMicros: test ? 0n : BigInt(CALL_PRICES.map) }
}

/** It has found what it has found, whatever becomes of the scrapes of that. */
function endOfSearch({ searchMicros, total, succeeded, failed, cancelled, costMicros }: Ended): RunEnd {
  if (searchMicros === null) return { state: 'failed', error: GONE }
  return {
    state: 'completed',
    counts: total === null ? null : { total, succeeded: succeeded!, failed: failed!, cancelled: cancelled! },
    costMicros: searchMicros + (costMicros ?? 0n),
  }
}

const GONE = { code: 'NOT_FOUND', message: 'What the run had made was deleted before its end was seen.' }
const LATE = { code: 'SERVICE_UNAVAILABLE', message: 'The map was not made in time; nothing was charged.' }

import { hasCome } from '@gleaner/db'
import { createWokenLoop, type JobsContext, WAKE } from '@gleaner/jobs'
import { isFree, keepClaim } from '@gleaner/queue/claim'
import { openPlaces, WORK } from '@gleaner/queue/work'
import type { Logger } from '@gleaner/runtime'
import { RunLost, runClaims } from '../runs/export-run.ts'
import { postpone } from '../runs/record-progress.ts'
import { type RunResult, type WorkContext, workOnRun } from './work-on-run.ts'

export interface ExporterOptions extends WorkContext {
  pubSub: JobsContext['pubSub']
  logger: Logger
  /** How often due exports are looked for when nothing says that there are any, in ms. */
  pollMs?: number | undefined
  onTurn?: ((result: RunResult, format: string) => void) | undefined
}

/** Writes the exports that are due, as Postgres says; several exporters share the work. */
export interface Exporter {
  start(): Promise<void>
  /** What is at hand is taken up by another process, behind the last part. */
  stop(): Promise<void>
}

const POLL_MS = 5_000
/** After a surprise, before the run is tried again. */
const SURPRISE_PAUSE_MS = 5_000

export function createExporter(options: ExporterOptions): Exporter {
  const { pool, logger, pubSub, pollMs = POLL_MS, onTurn } = options
  const places = openPlaces('export')
  const underWay = new Map<string, Promise<void>>()
  const loop = createWokenLoop({
    ctx: { pubSub },
    key: WAKE.exports,
    onMessage: () => {},
    turn,
    logger,
    failed: 'exports that are due could not be taken',
  })

  async function turn(): Promise<number> {
    const { rows } = await pool.query<{ id: string; accountId: string }>(DUE, [
      WORK.export.share(WORK.export.places),
      WORK.export.places,
    ])
    for (const { id, accountId } of rows) if (!underWay.has(id)) begin(id, accountId)
    return Date.now() + pollMs
  }

  function begin(id: string, accountId: string): void {
    const working = places
      .with(accountId, loop.signal, (signal) => work(id, signal))
      .catch((error: unknown) => {
        if (!loop.signal.aborted) logger.error({ err: error, export: id }, 'a turn of an export failed')
      })
      .finally(() => {
        underWay.delete(id)
        loop.wake()
      })
    underWay.set(id, working)
  }

  async function work(id: string, signal: AbortSignal): Promise<void> {
    const claim = await runClaims.take(pool, [id])
    if (claim.kind !== 'claimed') return
    const run = claim.row
    const renew = () => runClaims.renew(pool, run)
    await using kept = keepClaim({ name: 'renew-export', renew, logger })
    try {
      const result = await workOnRun(options, run, AbortSignal.any([signal, kept.lost]))
      onTurn?.(result, run.request.format)
    } catch (error) {
      if (kept.lost.aborted) return
      const isSurprise = !(error instanceof RunLost || signal.aborted)
      await postpone(pool, run, { ms: isSurprise ? SURPRISE_PAUSE_MS : 0 }).catch(() => {})
      if (isSurprise) throw error
    }
  }

  return {
    start: () => loop.start(),
    async stop() {
      await loop.stop()
      await Promise.all(underWay.values())
    },
  }
}

/** Accounts take turns, and none gives more than its share. */
const DUE = `
  SELECT id, "accountId" FROM (
    SELECT id, account_id AS "accountId", next_at,
      row_number() OVER (PARTITION BY account_id ORDER BY next_at, id) AS turn
    FROM export_run AS run WHERE ended_at IS NULL AND ${hasCome('next_at')} AND ${isFree('run')}
  ) AS due WHERE turn <= $1 ORDER BY turn, next_at LIMIT $2`

import type { Pool, Purge } from '@gleaner/db'
import type { ServiceDeps } from '@gleaner/runtime'

export interface PurgeLimits {
  /** One purge at a time works for so long, then comes the next. Milliseconds. */
  shareMs: number
  /** A run ends after so long, also when something is left: the next one goes on. Milliseconds. */
  runMs: number
}

const LIMITS: PurgeLimits = { shareMs: 5_000, runMs: 5 * 60_000 }

/**
 * A run of purges, in rounds, until none has anything left or its time is over. Each fails alone: the others go on, and the time of its last
 * success stands still, which an alert watches; also while single rows cannot go.
 */
export function createPurgeRun(
  db: Pool,
  purges: readonly Purge[],
  { logger, metrics }: Pick<ServiceDeps, 'logger' | 'metrics'>,
  { shareMs, runMs }: PurgeLimits = LIMITS,
): (signal: AbortSignal) => Promise<void> {
  const success = metrics.gauge('gleaner_purge_success_timestamp_seconds')
  const purged = metrics.counter('gleaner_purged_rows_total')
  const failed = metrics.counter('gleaner_purge_failures_total')

  /** Returns whether something is left that a further round may delete. */
  async function takeRound({ name, run }: Purge): Promise<boolean> {
    try {
      const { rows, isDone, faults = [] } = await run(db, Date.now() + shareMs)
      purged.inc({ purge: name }, rows)
      if (rows > 0) logger.info({ purge: name, rows, isDone }, 'what has expired was deleted')
      if (faults.length > 0) {
        failed.inc({ purge: name })
        logger.error({ err: faults[0], purge: name, rows: faults.length }, 'rows that have expired cannot go')
      } else if (isDone) success.set(Date.now() / 1000, { purge: name })
      return !isDone
    } catch (error) {
      failed.inc({ purge: name })
      logger.error({ err: error, purge: name }, 'a purge failed; the others go on')
      return false
    }
  }

  return async (signal) => {
    const endAt = Date.now() + runMs
    for (let left = [...purges]; left.length > 0 && Date.now() < endAt; ) {
      const again: Purge[] = []
      for (const purge of left) {
        if (signal.aborted) return
        if (await takeRound(purge)) again.push(purge)
      }
      left = again
    }
  }
}

import { isDatabaseUnavailable } from '@gleaner/db'
import type { IntakeContext } from '@gleaner/intake'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import {
  CheckLost,
  claimCheck,
  type Judge,
  judgeCheck,
  type TakenCheck,
  waitForAgain,
} from '@gleaner/monitors'
import { openPlaces } from '@gleaner/queue/work'
import { createLoop, type Loop, type ServiceDeps } from '@gleaner/runtime'
import type { SchedulesContext } from '@gleaner/schedules'
import type { BlobStore } from '@gleaner/storage'
import { fetchAgain } from './fetch-again.ts'

/** Who asks for a check looks on. */
const EVERY_MS = 1_000

/** Judges the checks of monitors whose pages are there, one with each of the judges. Any number of schedulers does so at once. */
export function createMonitorLoops(
  intake: IntakeContext,
  judges: readonly Judge[],
  files: BlobStore,
  { logger, metrics }: Pick<ServiceDeps, 'logger' | 'metrics'>,
  schedules: SchedulesContext = intake.jobs,
): Loop[] {
  const judged = metrics.counter('gleaner_monitor_pages_total')
  const places = openPlaces('page-judging')
  const { pool } = schedules

  async function judgeOne(check: TakenCheck, judge: Judge, signal: AbortSignal): Promise<void> {
    if (check.againBatchId !== null && !check.isAgainOver) return await waitForAgain(pool, check)
    const onLostPicture = (error: unknown) =>
      logger.warn({ err: error, checkId: check.runId }, 'a picture of a change could not be kept')
    const ctx = {
      pool,
      judge,
      files,
      onLostPicture,
      fetchAgain: fetchAgain.bind(undefined, schedules, intake),
    }
    const counts = await judgeCheck(ctx, check, signal)
    if (!counts) return
    for (const [state, pages] of Object.entries(counts)) judged.inc({ state }, pages)
    intake.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.webhooks, '')
  }

  /** Judges one check after the other, until none is to be judged now. */
  const lane = async (judge: Judge, signal: AbortSignal): Promise<void> => {
    for (;;) {
      signal.throwIfAborted()
      const check = await claimCheck(pool, places.mayTake)
      if (!check) return
      using _place = await places.acquire(check.accountId, signal)
      // Its lease ends, and it is taken again; others go first.
      await judgeOne(check, judge, signal).catch((error: unknown) => {
        if (signal.aborted || error instanceof CheckLost) return
        const level = isDatabaseUnavailable(error) ? 'warn' : 'error'
        logger[level]({ err: error, checkId: check.runId }, 'a check of a monitor could not be judged')
      })
    }
  }
  const run = async (signal: AbortSignal) =>
    void (await Promise.all(judges.map((judge) => lane(judge, signal))))
  return [createLoop({ name: 'judge-monitor-checks', everyMs: EVERY_MS, logger, metrics, run })]
}

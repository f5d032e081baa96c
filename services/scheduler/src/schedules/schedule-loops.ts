import type { RunState } from '@gleaner/contracts'
import type { IntakeContext } from '@gleaner/intake'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { enqueueMap } from '@gleaner/maps/life'
import { createLoop, type Loop, type ServiceDeps } from '@gleaner/runtime'
import { claimDue, endRuns, measureLag, type SchedulesContext, waitingMaps } from '@gleaner/schedules'
import { beginRuns, LANES, type Lane } from './begin-runs.ts'

/** Times are told in minutes; whoever runs a schedule by hand looks on. */
const EVERY_MS = 1_000
const REPORT_EVERY_MS = 15_000
/** A map's message is seldom lost, and a map waits no longer than some seconds for its place. */
const REQUEUE_EVERY_MS = 5_000

/** Writes down what is due, begins it, and sees its end. Any number of schedulers does so at once. */
export function createScheduleLoops(
  intake: IntakeContext,
  { logger, metrics }: Pick<ServiceDeps, 'logger' | 'metrics'>,
  schedules: SchedulesContext = intake.jobs,
): Loop[] {
  const ended = metrics.counter('gleaner_schedule_runs_total')
  const lag = metrics.gauge('gleaner_schedule_lag_seconds')
  const onEnd = (state: RunState) => ended.inc({ state })
  const loop = (name: string, everyMs: number, run: (signal: AbortSignal) => Promise<void>) =>
    createLoop({ name, everyMs, logger, metrics, run })
  return [
    loop('claim-due-schedules', EVERY_MS, async () => {
      const { overlapping } = await claimDue(schedules)
      ended.inc({ state: 'skipped_overlap' }, overlapping)
    }),
    ...(Object.keys(LANES) as Lane[]).map((lane) =>
      loop(`begin-schedule-${lane}`, EVERY_MS, (signal) =>
        beginRuns({ schedules, intake, logger, onEnd }, signal, lane),
      ),
    ),
    loop('end-schedule-runs', EVERY_MS, async () => {
      const states = await endRuns(schedules)
      states.forEach(onEnd)
      if (states.length === 0) return
      for (const wake of [WAKE.webhooks, WAKE.exports]) intake.jobs.pubSub.publish(WAKE_CHANNEL, wake, '')
    }),
    loop('requeue-scheduled-maps', REQUEUE_EVERY_MS, async () => {
      for (const id of await waitingMaps(schedules.pool)) await enqueueMap(intake.jobs.producer, id)
    }),
    loop('measure-schedule-lag', REPORT_EVERY_MS, async () => lag.set(await measureLag(schedules.pool))),
  ]
}

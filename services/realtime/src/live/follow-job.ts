import type { JobStatus } from '@gleaner/contracts'
import type { JobState, OwnedId } from '@gleaner/jobs'
import type { WatchedRows } from './watched-rows.ts'

/** Never backwards: a state that was read late is told no more. */
const ORDER: Record<JobStatus, number> = { pending: 1, running: 2, completed: 3, failed: 3 }
const ENDED = 3

export function hasEnded({ status }: JobState): boolean {
  return ORDER[status] === ENDED
}

/** See `LiveHub.followJob`. */
export async function* followJob(
  jobs: WatchedRows<JobState>,
  job: OwnedId,
  signal: AbortSignal,
): AsyncGenerator<JobState, void, undefined> {
  using row = jobs.watch(job)
  for (let shown = 0; shown < ENDED; ) {
    const state = await row.next(({ status }) => ORDER[status] > shown, signal)
    if (!state) return
    shown = ORDER[state.status]
    yield state
  }
}

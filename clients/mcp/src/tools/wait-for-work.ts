import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ToolCall } from './tool.ts'
import type { Work } from './work-id.ts'
import { getState, stateUnseen, type WorkState } from './work-state.ts'

/** Longer silences are ended by what stands between. In seconds. */
const MOST_SECONDS = 60

export const WaitSeconds = z
  .number()
  .int()
  .min(0)
  .max(MOST_SECONDS)
  .default(20)
  .describe(
    'How long to wait for its end. It goes on meanwhile and afterwards, whether it is waited for or not.',
  )

/** Pauses between two looks, in ms: each costs a rate-limit token. */
const PAUSES = { first: 1_000, most: 5_000 }

/** How far a work is that was just begun. It is named whatever becomes of the looks: it goes on, and is charged. */
export async function waitForBegun(call: ToolCall, work: Work, seconds: number): Promise<WorkState> {
  try {
    return await waitForWork(call, work, seconds)
  } catch {
    call.signal.throwIfAborted()
    return stateUnseen(work)
  }
}

/** How far a work is when it has ended, or when the time is over. */
export async function waitForWork(call: ToolCall, work: Work, seconds: number): Promise<WorkState> {
  const deadline = Date.now() + seconds * 1_000
  for (let pause = PAUSES.first; ; pause = Math.min(2 * pause, PAUSES.most)) {
    const state = await getState(call, work)
    call.tellProgress(state.completed + state.failed, state.total, state.status)
    if (state.ended || call.asTask || Date.now() + pause > deadline || call.stopping.aborted) return state
    // Each look is paced. It ends early when nobody waits any more, or the server has to stop.
    await sleep(pause, undefined, { signal: AbortSignal.any([call.signal, call.stopping]) }).catch(
      () => undefined,
    )
    call.signal.throwIfAborted()
  }
}

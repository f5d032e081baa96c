import type { Gleaner } from '@gleaner/sdk'
import { isGone, toProtocolError } from '../errors/protocol-error.ts'
import { toResult } from '../reply/reply.ts'
import { readWorkId, type Work } from '../tools/work-id.ts'
import { begunReply, getState, sayState, type WorkState } from '../tools/work-state.ts'
import type { Task, Tasks } from './task.ts'

/** The pages of what has ended are kept for a day. */
const KEPT_MS = 86_400_000

/** Pauses between two looks, in ms: each costs a rate-limit token. Longer for what takes longer. */
const PAUSE_MS = { least: 1_000, most: 5_000, ofAge: 0.25 }

/** Batches and crawls as tasks, by their work_id. Their state is the service's: whichever process is asked finds them. */
export function workTasks(client: Gleaner): Tasks {
  return {
    async find(taskId, signal) {
      const work = workOf(taskId)
      if (work === undefined) return undefined
      try {
        return taskOf(await getState({ client, signal }, work))
      } catch (error) {
        signal.throwIfAborted()
        if (isGone(error)) return undefined
        throw toProtocolError(error)
      }
    },
    async cancel(taskId, signal) {
      const { kind, id } = workOf(taskId)!
      try {
        await (kind === 'batch' ? client.batches : client.crawls).cancel(id, { signal })
      } catch (error) {
        signal.throwIfAborted()
        throw toProtocolError(error)
      }
    },
  }
}

/** A state as a task. What its tool replies once it has ended is the result. */
export function taskOf(state: WorkState): Task {
  const { work_id, status, ended, created_at, ended_at } = state
  const created = Date.parse(created_at)
  const now = Date.now()
  return {
    taskId: work_id,
    status: ended ? (status === 'cancelled' ? 'cancelled' : 'completed') : 'working',
    statusMessage: sayState(state),
    createdAt: created_at,
    lastUpdatedAt: ended_at ?? new Date(Math.max(now, created)).toISOString(),
    ttlMs: ended_at === undefined ? null : Date.parse(ended_at) - created + KEPT_MS,
    pollIntervalMs: Math.round(
      Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, (now - created) * PAUSE_MS.ofAge)),
    ),
    ...(ended && { result: toResult(begunReply(state)) }),
  }
}

function workOf(taskId: string): Work | undefined {
  try {
    const work = readWorkId(taskId)
    return work.kind === 'job' ? undefined : work
  } catch {
    return undefined
  }
}

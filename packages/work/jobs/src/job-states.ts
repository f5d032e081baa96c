import type { JobStatus } from '@gleaner/contracts'

interface Transition {
  /** States from which it may be made; none means that it makes the row. */
  from: readonly JobStatus[]
  to: JobStatus
}

/**
 * Every change of a job's state. The statements that make them take their guard and the new state from here, so what is not
 * in this table cannot happen.
 */
export const TRANSITIONS = {
  /** Accepted, its hold taken. */
  accept: { from: [], to: 'pending' },
  /** Answered from the cache: never open. */
  answerFromCache: { from: [], to: 'completed' },
  /** Bulk work that is answered from the cache in place of its admission. */
  answerWaiting: { from: ['pending'], to: 'completed' },
  /** Bulk work that is put on its first tier's queue, its hold taken. */
  admit: { from: ['pending'], to: 'pending' },
  /** Known not to have been accepted, and its id used up. */
  void: { from: [], to: 'failed' },
  /** Taken by a worker; again when that one was lost, or the job has moved on to another tier. */
  claim: { from: ['pending', 'running'], to: 'running' },
  /** About to send a request that changes something. */
  beginToSend: { from: ['running'], to: 'running' },
  /** Moved on to the next tier's queue. */
  escalate: { from: ['running'], to: 'running' },
  /** Given back unfinished by a worker that stops. */
  handBack: { from: ['running'], to: 'running' },
  complete: { from: ['running'], to: 'completed' },
  /** Ended by its worker, or by the sweep when it has none. */
  fail: { from: ['pending', 'running'], to: 'failed' },
  /** Taken back before any worker had it. */
  withdraw: { from: ['pending'], to: 'failed' },
  /** An item of a batch that is cancelled before any worker had it. */
  cancel: { from: ['pending'], to: 'failed' },
} as const satisfies Record<string, Transition>

export type TransitionName = keyof typeof TRANSITIONS

/** SQL: the state that a transition leads to. */
export function stateAfter(name: TransitionName): string {
  return `'${TRANSITIONS[name].to}'`
}

/** SQL condition on a row of `job`: the transition may be made. */
export function allows(name: TransitionName): string {
  return `job.status IN (${TRANSITIONS[name].from.map((state) => `'${state}'`).join(', ')})`
}

/** Whether nothing leads out of a state. */
export function isFinal(state: JobStatus): boolean {
  return FINAL.has(state)
}

const all: readonly Transition[] = Object.values(TRANSITIONS)
const FINAL = new Set(all.map(({ to }) => to).filter((to) => !all.some(({ from }) => from.includes(to))))

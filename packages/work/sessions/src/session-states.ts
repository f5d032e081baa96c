import type { SessionStatus } from '@gleaner/contracts'

interface Transition {
  /** States from which it may be made; none means that it makes the row. */
  from: readonly SessionStatus[]
  to: SessionStatus
}

const ALIVE = ['active', 'expired', 'invalid', 'pending_validation'] as const

/**
 * Every change of a session's state (`docs/decisions/0024-session-use.md`). The statements that make them take their guard and the
 * new state from here, so what is not in this table cannot happen.
 */
export const TRANSITIONS = {
  create: { from: [], to: 'active' },
  /** The caller brings other cookies or headers. */
  renew: { from: ALIVE, to: 'active' },
  /** A later end, and nothing else, for one that had ended. */
  extend: { from: ['expired'], to: 'active' },
  /** Its end has come. */
  expire: { from: ['active', 'invalid', 'pending_validation'], to: 'expired' },
  /** The third use in a row that ended at a login wall. */
  doubt: { from: ['active'], to: 'pending_validation' },
  /** Validated: it still logs in. What has expired stays so: its end is not for a page to say. */
  confirm: { from: ['active', 'invalid', 'pending_validation'], to: 'active' },
  /** Validated: it does not. */
  refute: { from: ['active', 'invalid', 'pending_validation'], to: 'invalid' },
  delete: { from: ALIVE, to: 'inactive' },
} as const satisfies Record<string, Transition>

export type TransitionName = keyof typeof TRANSITIONS

/** Uses in a row that end at a login wall before `doubt`. */
export const FAILURES_TO_DOUBT = 3

/** Whether a session in this state may make the transition. */
export function leadsFrom(name: TransitionName, state: SessionStatus): boolean {
  const { from }: Transition = TRANSITIONS[name]
  return from.includes(state)
}

/** SQL: the state that a transition leads to. */
export function stateAfter(name: TransitionName): string {
  return `'${TRANSITIONS[name].to}'`
}

/** SQL condition on a row of `login_session`: the transition may be made. */
export function allows(name: TransitionName): string {
  return `login_session.status IN (${TRANSITIONS[name].from.map((state) => `'${state}'`).join(', ')})`
}

/**
 * Tells traps (calendars, combinations of parameters, sessions in addresses, mazes) from large sites by what their pages yield. `rules.ts` is
 * the table; the guard's state is small JSON.
 */

export { type Answer, judgeAnswers } from './judge-answers.ts'
export type { LearnedPage } from './page-yield.ts'
export { reportTraps } from './report-traps.ts'
export { createTrapGuard, type TrapGuard } from './trap-guard.ts'
export { TRAP_REASONS, type TrapReason } from './trap-reasons.ts'
export type { Suspicion, TrapReport, TrapState, Verdict } from './trap-state.ts'
export { unwrittenAddress } from './unwritten-address.ts'

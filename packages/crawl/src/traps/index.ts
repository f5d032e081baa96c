/**
 * Tells traps (calendars, combinations of parameters, sessions in addresses, mazes) from large sites by what their pages yield. `rules.ts` is
 * the table; the guard's state is small JSON.
 */
export { TRAP_REASONS, type TrapReason } from './rules.ts'
export { createTrapGuard, type LearnedPage, reportTraps, type TrapGuard } from './trap-guard.ts'
export type { TrapReport, TrapState } from './trap-state.ts'

/**
 * SQL: now, rounded as our columns of time (TIMESTAMPTZ(3)) round what is written to them. `now()` alone is finer, so that a time that was written
 * as now may still lie half a millisecond ahead of it.
 */
export const NOW = 'now()::timestamptz(3)'

/** SQL condition: a time has come. One that was written as now has. `time` is an SQL expression. */
export function hasCome(time: string): string {
  return `${time} <= ${NOW}`
}

/** SQL condition: a time lies ahead. `time` is an SQL expression. */
export function isAhead(time: string): string {
  return `${time} > ${NOW}`
}

import { NOW } from './has-come.ts'

/** SQL: how long it is until a time, in ms, by Postgres' clock: those of processes may differ. None is left of what has come. `time` is an SQL expression. */
export function msUntil(time: string): string {
  return `extract(epoch FROM ${time} - ${NOW})::float8 * 1000`
}

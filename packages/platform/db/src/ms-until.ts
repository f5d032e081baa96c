/** SQL: how long it is until a time, in ms, by Postgres' clock: those of processes may differ. `time` is an SQL expression. */
export function msUntil(time: string): string {
  return `extract(epoch FROM ${time} - now())::float8 * 1000`
}

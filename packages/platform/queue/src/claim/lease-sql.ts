import { hasCome } from '@gleaner/db'

// A table whose rows are claimed has these columns:
//   lease_until timestamptz(3)           until when somebody holds the row; null while nobody does
//   fence       int NOT NULL DEFAULT 0   the number of the claim, which each one raises: who has an older number has lost the row
//   lost_leases int NOT NULL DEFAULT 0   leases that ran out: so often somebody vanished with the row
//   ended_at    timestamptz(3)           null while there is something to do
// `row` is the table's name or alias in the statement.

/** How long a claim holds without being renewed: what a killed process held is free after this time. */
export const LEASE_MS = 8_000

/** Three renewals fit into a lease, so that one that a slow database loses does not lose the claim. */
export const RENEW_EVERY_MS = LEASE_MS / 3.5

/** SQL: the end of a lease that begins now. */
export function leaseEnd(ms = LEASE_MS): string {
  return `now() + ${ms} * interval '1 millisecond'`
}

/** SQL condition: nobody holds the row any more. */
export function isFree(row: string): string {
  return `(${row}.lease_until IS NULL OR ${hasCome(`${row}.lease_until`)})`
}

/** SQL assignments that claim a free row. */
export function take(row: string): string {
  return `fence = ${row}.fence + 1, lost_leases = ${row}.lost_leases + (${row}.lease_until IS NOT NULL)::int, lease_until = ${leaseEnd()}`
}

/** SQL assignments that end the work on a row. */
export const END = 'ended_at = now(), lease_until = NULL'

/** SQL assignments that begin the work on a row anew: no earlier claim holds any more. */
export function beginAnew(row: string): string {
  return `ended_at = NULL, lease_until = NULL, lost_leases = 0, fence = ${row}.fence + 1`
}

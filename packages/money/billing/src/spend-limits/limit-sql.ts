import { periodStartSql } from './reset-period.ts'

// A limit counts what the jobs and calls that it lets through hold, use and are: up where the hold is made, down or over where it is settled, both
// while the account's balance is locked. Each names the limits that it was counted in. Where there is no limit nothing is written.

/**
 * `spend` has one row for each limit that applies to a request, locked and as it stands now: of the account and of the key, unless
 * they are switched off. `funds` names a relation with the account's locked balance; `keyIds` (a list, or a query) and `isFree` are SQL.
 * A period that is over is begun anew by the first request after it. Only looked at, neither is locked.
 */
export function applyingLimitsSql(
  funds: string,
  keyIds: string,
  isFree: string,
  { locked = true } = {},
): string {
  return `
  spend AS (
    SELECT l.id, l.owner_id, l.budget_micros, l.request_limit, l.reset_period, p.period_start, l.held_micros,
           CASE WHEN l.period_start < p.period_start THEN 0 ELSE l.used_micros END AS used_micros,
           CASE WHEN l.period_start < p.period_start THEN 0 ELSE l.requests END AS requests
    FROM ${funds} AS f JOIN spend_limit AS l
      ON l.account_id = f.account_id AND (l.owner_id = f.account_id OR l.owner_id IN (${keyIds}))
    CROSS JOIN LATERAL (SELECT GREATEST(l.period_start, ${periodStartSql('l.reset_period')}) AS period_start) AS p
    WHERE l.enabled AND NOT ${isFree}
    ${locked ? 'FOR UPDATE OF l' : ''}
  )`
}

/** SQL conditions on a price: it fits into what every limit leaves. */
export const FITS_LIMITS = `
  NOT EXISTS (SELECT FROM spend WHERE price > budget_micros - used_micros - held_micros OR requests >= request_limit)`

/** SQL: what a job that is accepted notes of the limits that count it. */
export const APPLYING_LIMITS = '(SELECT array_agg(id) FROM spend)'

/** Counts a job or a call in the limits that apply; `held` names a relation with its `hold`. */
export function countHoldSql(held: string): string {
  return `
  spend_held AS (
    UPDATE spend_limit AS l
    SET held_micros = l.held_micros + h.hold, used_micros = s.used_micros, requests = s.requests + 1, period_start = s.period_start
    FROM spend AS s, ${held} AS h WHERE l.id = s.id
  )`
}

/**
 * Takes the holds of settled jobs out of the limits that count them, and puts their costs in; each limit is locked, in the order of their
 * ids, and changed once. A job that was accepted before the limit's period began counts in that one before. `after` names what must
 * come before. `takenBack`: the jobs count as if they had not been asked for.
 */
export function settleLimitsSql(settled: string, after: string, { takenBack = false } = {}): string {
  return `
  spend_ending AS (
    SELECT l.id, l.period_start
    FROM (SELECT DISTINCT unnest(spend_limits) AS id FROM ${settled} WHERE (SELECT count(*) FROM ${after}) >= 0 ORDER BY id) AS counting
    CROSS JOIN LATERAL (SELECT id, period_start FROM spend_limit WHERE spend_limit.id = counting.id FOR UPDATE) AS l
  ), spend_settled AS (
    UPDATE spend_limit AS l
    SET held_micros = l.held_micros - n.held, used_micros = l.used_micros + n.used${takenBack ? ', requests = l.requests - n.jobs' : ''}
    FROM (
      SELECT s.id, sum(t.cost + t.rest) AS held, COALESCE(sum(t.cost) FILTER (WHERE t.accepted_at >= s.period_start), 0) AS used,
             count(*) FILTER (WHERE t.accepted_at >= s.period_start) AS jobs
      FROM spend_ending AS s JOIN ${settled} AS t ON s.id = ANY(t.spend_limits) GROUP BY s.id
    ) AS n
    WHERE l.id = n.id
    RETURNING l.id
  )`
}

/** Takes one job out of the limits that count it, as if it had not been asked for. */
export function takeBackFromLimitsSql(taken: string): string {
  return `
  spend_settled AS (
    UPDATE spend_limit AS l
    SET held_micros = l.held_micros - t.cost - t.rest, requests = l.requests - (t.accepted_at >= l.period_start)::int
    FROM ${taken} AS t WHERE l.id = ANY(t.spend_limits)
  )`
}

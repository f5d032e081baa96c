import { NIL_UUID } from '@gleaner/contracts/ids'

/** Where jobs are counted that no key has asked for. */
export const NO_KEY = NIL_UUID

/** Columns of a job that `countUsageSql` needs. */
export const COUNTED_COLUMNS = `job.account_id, job.api_key_id, job.host, job.test, job.status, job.tier, job.delivered_mode,
  job.cached_from, job.cost_micros, job.finished_at, job.batch_id`

/** What an ended job counts as, in SQL over its columns: the dimensions of a roll-up, in the order of its key. */
export const DIMENSIONS = {
  outcome: `CASE WHEN cached_from IS NOT NULL THEN 'cached' ELSE status END`,
  mode: `COALESCE(delivered_mode, '')`,
  tier: `CASE WHEN status = 'completed' AND cached_from IS NULL THEN tier ELSE '' END`,
} as const

/** What an ended job was part of, in SQL over its columns: a batch, a crawl, a search, or nothing. */
const KIND = `COALESCE((SELECT b.kind FROM batch AS b WHERE b.id = batch_id), 'scrape')`

/** A roll-up's beginning, in SQL: the last quarter of an hour. */
export function quarterSql(time: string): string {
  return `date_bin('15 minutes', ${time}, 'epoch')`
}

/** A day in UTC, in SQL. */
function daySql(time: string): string {
  return `(${time} AT TIME ZONE 'UTC')::date`
}

/**
 * Counts a job that ends in the statement that ends it: `ended` names a relation of it with `COUNTED_COLUMNS`. Jobs of test keys
 * are not counted. `after` names what must come before: all statements lock an account's balance before its counts.
 */
export function countUsageSql(ended: string, after?: string): string {
  return countSql(ended, after, { requests: '1', cost: 'cost_micros', inOrder: () => '' })
}

/** The same for many jobs: each count is changed once, in the order of their keys. */
export function countUsageOfManySql(ended: string, after: string): string {
  const keys = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(', ')
  const inOrder = (count: number) => `GROUP BY ${keys(count)} ORDER BY ${keys(count)}`
  return countSql(ended, after, { requests: 'count(*)', cost: 'sum(cost_micros)', inOrder })
}

/**
 * Counts a call that is no job, in the statement that charges it: `charged` names a relation of one with account_id, api_key_id, cost and a
 * `name` that begins with its kind and a colon. */
export function countCallSql(charged: string): string {
  const dimensions = Object.keys(DIMENSIONS).join(', ')
  return `
  counted_call AS (
    INSERT INTO usage_quarter AS u (account_id, starts_at, api_key_id, ${dimensions}, requests, cost_micros)
    SELECT account_id, ${quarterSql('now()')}, COALESCE(api_key_id, '${NO_KEY}'), 'completed', '', '', 1, cost FROM ${charged}
    ON CONFLICT (account_id, starts_at, api_key_id, ${dimensions}) DO UPDATE
      SET requests = u.requests + excluded.requests, cost_micros = u.cost_micros + excluded.cost_micros
    RETURNING u.account_id
  ), counted_call_of_day AS (
    INSERT INTO usage_day AS u (account_id, day, host, kind, outcome, requests, cost_micros)
    SELECT account_id, ${daySql('now()')}, '', split_part(name, ':', 1), 'completed', 1, cost FROM ${charged}
    WHERE (SELECT count(*) FROM counted_call) >= 0
    ON CONFLICT (account_id, day, host, kind, outcome) DO UPDATE
      SET requests = u.requests + excluded.requests, cost_micros = u.cost_micros + excluded.cost_micros
  )`
}

interface Counting {
  requests: string
  cost: string
  /** What follows the selection of so many columns of a key, and of the two counts. */
  inOrder(keys: number): string
}

function countSql(ended: string, after: string | undefined, { requests, cost, inOrder }: Counting): string {
  const dimensions = Object.keys(DIMENSIONS).join(', ')
  const following = (earlier?: string) => (earlier ? `AND (SELECT count(*) FROM ${earlier}) >= 0` : '')
  return `
  counted_usage AS (
    INSERT INTO usage_quarter AS u (account_id, starts_at, api_key_id, ${dimensions}, requests, cost_micros)
    SELECT account_id, ${quarterSql('finished_at')}, COALESCE(api_key_id, '${NO_KEY}'),
           ${Object.values(DIMENSIONS).join(', ')}, ${requests}, ${cost}
    FROM ${ended} WHERE NOT test ${following(after)} ${inOrder(3 + Object.keys(DIMENSIONS).length)}
    ON CONFLICT (account_id, starts_at, api_key_id, ${dimensions}) DO UPDATE
      SET requests = u.requests + excluded.requests, cost_micros = u.cost_micros + excluded.cost_micros
    RETURNING u.account_id
  ), counted_domain AS (
    INSERT INTO usage_domain AS u (account_id, month, host, requests, cost_micros)
    SELECT account_id, date_trunc('month', finished_at, 'UTC') AT TIME ZONE 'UTC', host, ${requests}, ${cost}
    FROM ${ended} WHERE NOT test AND host <> '' ${following('counted_usage')} ${inOrder(3)}
    ON CONFLICT (account_id, month, host) DO UPDATE
      SET requests = u.requests + excluded.requests, cost_micros = u.cost_micros + excluded.cost_micros
    RETURNING u.account_id
  ), counted_day AS (
    INSERT INTO usage_day AS u (account_id, day, host, kind, outcome, requests, cost_micros)
    SELECT account_id, ${daySql('finished_at')}, host, ${KIND}, ${DIMENSIONS.outcome}, ${requests}, ${cost}
    FROM ${ended} WHERE NOT test ${following('counted_domain')} ${inOrder(5)}
    ON CONFLICT (account_id, day, host, kind, outcome) DO UPDATE
      SET requests = u.requests + excluded.requests, cost_micros = u.cost_micros + excluded.cost_micros
    RETURNING u.account_id
  )`
}

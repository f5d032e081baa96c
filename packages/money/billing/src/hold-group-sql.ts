import { applyingLimitsSql } from './spend-limits/limit-sql.ts'
import { NET_BALANCE, TRANSFERS } from './transfer-sql.ts'

interface HoldGroupSql {
  /** SQL expression. */
  accountId: string
  /** Relation of the jobs: place (1 is the first), id, account_id, api_key_id, test, prices (an array of micros). */
  wanted: string
}

/**
 * Holds money for many jobs of one account in one statement (WITH RECURSIVE), one after the other and by the rule of `holdSql`: each gets the
 * highest of its prices that the balance pays and that its spend limits leave room for, after those before it. One that can have none is passed
 * over, and holds nothing back from those behind it. Jobs of test keys hold nothing.
 *
 * `purse` then has the balance and `spend` the limits as they were before; `held` has the jobs that got a hold (job_id, hold, limits).
 */
export function holdGroupSql({ accountId, wanted }: HoldGroupSql): string {
  const { debit, credit } = TRANSFERS.hold
  return `
  purse AS (
    SELECT account_id, available_micros, held_micros FROM balance
    WHERE account_id = ${accountId} AND EXISTS (SELECT FROM ${wanted}) FOR UPDATE
  ), ${applyingLimitsSql('purse', `SELECT api_key_id FROM ${wanted} WHERE NOT test`, 'false')}, given_out AS (
    SELECT 0::bigint AS place, NULL::bigint AS hold, available_micros AS left_micros, '{}'::uuid[] AS keys, '{}'::bigint[] AS holds FROM purse
    UNION ALL
    SELECT w.place, next.hold, g.left_micros - COALESCE(next.hold, 0),
           CASE WHEN w.test OR next.hold IS NULL THEN g.keys ELSE g.keys || w.api_key_id END,
           CASE WHEN w.test OR next.hold IS NULL THEN g.holds ELSE g.holds || next.hold END
    FROM given_out AS g JOIN ${wanted} AS w ON w.place = g.place + 1 CROSS JOIN LATERAL (
      SELECT CASE WHEN w.test THEN 0 ELSE (
        SELECT max(price) FROM unnest(w.prices) AS price
        WHERE price <= g.left_micros AND NOT EXISTS (
          SELECT FROM spend AS l CROSS JOIN LATERAL (
            SELECT COALESCE(sum(hold), 0) AS micros, count(*) AS requests FROM unnest(g.keys, g.holds) AS t(key, hold)
            WHERE l.owner_id IN (w.account_id, key)
          ) AS taken
          WHERE l.owner_id IN (w.account_id, w.api_key_id)
            AND (price > l.budget_micros - l.used_micros - l.held_micros - taken.micros OR l.requests + taken.requests >= l.request_limit)
        )
      ) END AS hold
    ) AS next
  ), held AS (
    SELECT w.account_id, w.id AS job_id, w.api_key_id, w.test, g.hold,
           CASE WHEN NOT w.test THEN (SELECT array_agg(l.id) FROM spend AS l WHERE l.owner_id IN (w.account_id, w.api_key_id)) END AS limits
    FROM given_out AS g JOIN ${wanted} AS w ON w.place = g.place WHERE g.hold IS NOT NULL
  ), held_balance AS (
    UPDATE balance SET available_micros = purse.available_micros - t.hold, held_micros = purse.held_micros + t.hold
    FROM purse, (SELECT sum(hold) AS hold FROM held) AS t
    WHERE balance.account_id = purse.account_id AND t.hold > 0
    RETURNING balance.account_id, ${NET_BALANCE} AS balance_after
  ), held_entry AS (
    INSERT INTO ledger_entry (account_id, job_id, kind, debit_book, credit_book, amount_micros, balance_after_micros)
    SELECT b.account_id, held.job_id, 'hold', '${debit}', '${credit}', held.hold, b.balance_after
    FROM held JOIN held_balance AS b ON b.account_id = held.account_id WHERE held.hold > 0
  ), spend_held AS (
    UPDATE spend_limit AS l
    SET held_micros = l.held_micros + n.hold, used_micros = s.used_micros, requests = s.requests + n.requests, period_start = s.period_start
    FROM spend AS s CROSS JOIN LATERAL (
      SELECT sum(hold) AS hold, count(*) AS requests FROM held WHERE NOT test AND s.owner_id IN (account_id, api_key_id)
    ) AS n
    WHERE l.id = s.id AND n.requests > 0
  )`
}

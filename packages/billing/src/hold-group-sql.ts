import { applyingLimitsSql } from './spend-limits/limit-sql.ts'
import { NET_BALANCE, TRANSFERS } from './transfer-sql.ts'

interface HoldGroupSql {
  /** SQL expression. */
  accountId: string
  /** Relation of the jobs: place (1 is the first), id, account_id, api_key_id, test, prices (an array of micros). */
  wanted: string
}

/**
 * Holds money for many jobs of one account in one statement, in their order and by the rule of `holdSql`: each gets the highest of its
 * prices that the balance pays and that its spend limits leave room for. It holds for as many as can have their highest price; when
 * the first cannot, for that one alone. So holding again and again gives each what it would have got alone. Jobs of test keys hold nothing.
 *
 * `purse` then has the balance and `spend` the limits as they were before; `held` has the jobs that got a hold (job_id, hold, limits).
 */
export function holdGroupSql({ accountId, wanted }: HoldGroupSql): string {
  const { debit, credit } = TRANSFERS.hold
  return `
  purse AS (
    SELECT account_id, available_micros, held_micros FROM balance
    WHERE account_id = ${accountId} AND EXISTS (SELECT FROM ${wanted}) FOR UPDATE
  ), ${applyingLimitsSql('purse', `SELECT api_key_id FROM ${wanted} WHERE NOT test`, 'false')}, asked AS (
    SELECT *, CASE WHEN test THEN 0 ELSE (SELECT max(price) FROM unnest(prices) AS price) END AS top FROM ${wanted}
  ), summed AS (
    SELECT *, sum(top) OVER (ORDER BY place) AS of_account, count(*) FILTER (WHERE NOT test) OVER (ORDER BY place) AS account_requests,
           sum(top) OVER (PARTITION BY api_key_id ORDER BY place) AS of_key,
           count(*) FILTER (WHERE NOT test) OVER (PARTITION BY api_key_id ORDER BY place) AS key_requests,
           row_number() OVER (PARTITION BY test ORDER BY place) AS turn
    FROM asked
  ), fitting AS (
    SELECT s.*, s.test OR (s.of_account <= purse.available_micros AND NOT EXISTS (
      SELECT FROM spend AS l WHERE
        (l.owner_id = s.account_id AND ${exceeds('s.of_account', 's.account_requests')})
        OR (l.owner_id = s.api_key_id AND ${exceeds('s.of_key', 's.key_requests')})
    )) AS fits
    FROM summed AS s CROSS JOIN purse
  ), chosen AS (
    SELECT account_id, id, api_key_id, test,
           CASE WHEN test OR bool_and(fits) OVER (ORDER BY place) THEN top WHEN turn = 1 THEN (
             SELECT max(price) FROM unnest(prices) AS price, purse
             WHERE price <= purse.available_micros AND NOT EXISTS (
               SELECT FROM spend AS l WHERE l.owner_id IN (f.account_id, f.api_key_id) AND ${exceeds('price', '1')})
           ) END AS hold
    FROM fitting AS f
  ), held AS (
    SELECT account_id, id AS job_id, api_key_id, test, hold,
           CASE WHEN NOT test THEN (SELECT array_agg(l.id) FROM spend AS l WHERE l.owner_id IN (account_id, api_key_id)) END AS limits
    FROM chosen WHERE hold IS NOT NULL
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

/** SQL condition on a limit `l`: it has no room for so much money and so many requests. */
function exceeds(micros: string, requests: string): string {
  return `(${micros} > l.budget_micros - l.used_micros - l.held_micros OR l.requests + ${requests} > l.request_limit)`
}

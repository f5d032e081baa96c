import { NET_BALANCE, TRANSFERS } from './transfer-sql.ts'

/**
 * Holds the highest price of each of many jobs, of any accounts, in one statement. Of an account it does so for all of them or for none:
 * for none where the balance does not pay them all, or where there is a spend limit; `holdSql` is for those, one after the other. So each
 * gets what it would have got alone. `wanted` names a relation of the jobs, at most one of an id: id, account_id, top (micros), position.
 *
 * `covering` then has the accounts whose jobs are held for. Balances are locked in the order of the accounts, and each is written from
 * what was read under its lock.
 */
export function holdTogetherSql(wanted: string): string {
  const { debit, credit } = TRANSFERS.hold
  return `
  asked AS (
    SELECT account_id, sum(top)::bigint AS hold FROM ${wanted} AS t
    WHERE NOT EXISTS (SELECT FROM spend_limit AS l WHERE l.account_id = t.account_id AND l.enabled) GROUP BY account_id
  ), purse AS (
    SELECT asked.account_id, asked.hold, available_micros, held_micros
    FROM asked JOIN balance ON balance.account_id = asked.account_id ORDER BY asked.account_id FOR UPDATE OF balance
  ), covering AS (
    SELECT * FROM purse WHERE hold <= available_micros
  ), held_balance AS (
    UPDATE balance SET available_micros = t.available_micros - t.hold, held_micros = t.held_micros + t.hold
    FROM covering AS t WHERE balance.account_id = t.account_id AND t.hold > 0
    RETURNING balance.account_id, ${NET_BALANCE} AS balance_after
  ), held_entry AS (
    INSERT INTO ledger_entry (account_id, job_id, kind, debit_book, credit_book, amount_micros, balance_after_micros)
    SELECT t.account_id, t.id, 'hold', '${debit}', '${credit}', t.top, b.balance_after
    FROM ${wanted} AS t JOIN held_balance AS b ON b.account_id = t.account_id WHERE t.top > 0 ORDER BY t.position
  )`
}

import { hasCome } from '@gleaner/db'
import { FOLDED_KINDS, INTERNAL_KINDS } from '../transfer-sql.ts'

const listed = (kinds: readonly string[]) => kinds.map((kind) => `'${kind}'`).join(', ')
/** SQL: when the month of a time begins in UTC, whatever the session's time zone is, or so many months from then. */
const monthOf = (time: string, months = 0) =>
  `((date_trunc('month', ${time} AT TIME ZONE 'UTC') + interval '${months} months') AT TIME ZONE 'UTC')`

/** Whole months (UTC) that ended so many months ago are folded. */
const KEPT_MONTHS = 13
const CUTOFF = monthOf('now()', -KEPT_MONTHS)
/** The month (UTC) of an entry, in SQL: a date. */
export const MONTH = "date_trunc('month', created_at AT TIME ZONE 'UTC')::date"

/** Takes the account whose turn it is, until the transaction ends; one that is in use has its turn later. */
export const NEXT_ACCOUNT = `
  SELECT account_id AS id, folded_through AS "foldedThrough",
         EXISTS (SELECT FROM ledger_discrepancy AS d WHERE d.account_id = balance.account_id) AS "isInDoubt"
  FROM balance WHERE ${hasCome('fold_at')} ORDER BY fold_at LIMIT 1 FOR UPDATE OF balance SKIP LOCKED`

/** Lets the transaction delete entries of account $1: a trigger refuses it otherwise. */
export const ALLOW = "SELECT set_config('gleaner.folds', $1, true)"

/** What a slice reads is read by an index, whatever Postgres guesses. */
export const READ_BY_INDEX =
  "SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)"

export const POSTPONE = "UPDATE balance SET fold_at = now() + interval '1 day' WHERE account_id = $1"

/**
 * Folds the next $3 entries of account $1 at most, those after $2, into one for each month and kind. It has the id, the time and the balance of
 * the last one that it stands for; what was folded of that month before goes into it. Entries of payments stay, and so do those of a job that
 * is still there, with which the audit compares them. It ends at the first entry that is too young.
 */
export const FOLD = `
  WITH first AS (
    SELECT created_at FROM ledger_entry WHERE account_id = $1 AND id > $2 ORDER BY account_id, id LIMIT 1
  ), next AS (
    SELECT *, ${MONTH} AS month, bool_and(created_at < ${CUTOFF}) OVER (ORDER BY id) AS is_due
    FROM (
      SELECT * FROM ledger_entry
      WHERE account_id = $1 AND id > $2 AND (SELECT created_at < ${CUTOFF} FROM first) ORDER BY account_id, id LIMIT $3
    ) AS e
  ), loose AS MATERIALIZED (
    SELECT id, month FROM next
    WHERE is_due AND kind IN (${listed(FOLDED_KINDS)}) AND (SELECT job.id FROM job WHERE job.id = next.job_id) IS NULL
  ), gone AS (
    DELETE FROM ledger_entry WHERE id = ANY(ARRAY(
      SELECT id FROM loose UNION ALL
      SELECT id FROM ledger_entry WHERE account_id = $1 AND folded_month IN (SELECT month FROM loose)
    ))
    RETURNING *
  ), folded AS (
    INSERT INTO ledger_entry (id, account_id, kind, debit_book, credit_book, amount_micros, balance_after_micros, created_at, folded_entries, folded_month)
    SELECT max(id), account_id, kind, debit_book, credit_book, sum(amount_micros), (array_agg(balance_after_micros ORDER BY id DESC))[1],
           max(created_at), sum(COALESCE(folded_entries, 1)), ${MONTH} AS month
    FROM gone GROUP BY account_id, kind, debit_book, credit_book, month
    RETURNING kind
  ), shown AS (
    SELECT (SELECT count(*) FROM gone WHERE kind NOT IN (${listed(INTERNAL_KINDS)}))
         - (SELECT count(*) FROM folded WHERE kind NOT IN (${listed(INTERNAL_KINDS)})) AS fewer
  ), reach AS (
    SELECT COALESCE(max(id) FILTER (WHERE is_due), $2) AS through, count(*) = $3 AND bool_and(is_due) AS is_more,
           COALESCE(min(created_at) FILTER (WHERE NOT is_due), (SELECT created_at FROM first WHERE created_at >= ${CUTOFF}), now()) AS rest
    FROM next
  )
  UPDATE balance SET folded_through = through, transactions = transactions - fewer,
    fold_at = CASE WHEN is_more THEN fold_at ELSE ${monthOf('rest', KEPT_MONTHS + 1)} END
  FROM shown, reach WHERE account_id = $1
  RETURNING (SELECT count(*) FROM loose)::int AS rows`

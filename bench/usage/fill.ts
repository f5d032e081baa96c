/**
 * Job `i` of $1 and its charge, as the version before the roll-ups has them: spread over the last 30 days and four accounts ($2, the first
 * has 6 of 10, the others 3, 0.9 and 0.1), 5 % failed, 5 % answered from the cache. Holds and releases are left out to save disk:
 * no report reads them.
 */
const NUMBERED = `
  SELECT i, lpad(to_hex(i), 32, '0')::uuid AS id, now() - (1 - i / $1::float8) * interval '30 days' AS at,
         ($2::uuid[])[CASE WHEN i % 1000 < 600 THEN 1 WHEN i % 1000 < 900 THEN 2 WHEN i % 1000 < 990 THEN 3 ELSE 4 END] AS account_id,
         CASE WHEN i % 20 = 7 THEN 'failed' WHEN i % 20 = 11 THEN 'cached' ELSE 'completed' END AS outcome,
         CASE WHEN i % 3 = 0 THEN '2' WHEN i % 7 = 0 THEN '4' ELSE '1' END AS tier
  FROM generate_series($3::bigint, $4::bigint) AS i`

export const FILL_JOBS = `
  INSERT INTO job (id, account_id, api_key_id, status, url, host, mode, spec, plan, tier, hold_micros, cost_micros, delivered_mode,
                   cached_from, deadline_at, created_at, finished_at)
  SELECT id, account_id, account_id, CASE outcome WHEN 'failed' THEN 'failed' ELSE 'completed' END, 'https://x.example/',
         'host-' || i % 5000 || '.example', 'auto', '{}', '{}', tier, 4000, CASE outcome WHEN 'completed' THEN 300 ELSE 0 END,
         CASE WHEN outcome <> 'failed' THEN CASE tier WHEN '4' THEN 'js' ELSE 'html' END END,
         CASE outcome WHEN 'cached' THEN id END, at, at - interval '2 seconds', at
  FROM (${NUMBERED}) AS n`

export const FILL_LEDGER = `
  INSERT INTO ledger_entry (account_id, job_id, kind, debit_book, credit_book, amount_micros, created_at)
  SELECT account_id, id, 'capture', 'held', 'revenue', 300, at FROM (${NUMBERED}) AS n`

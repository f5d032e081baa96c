import { createPool } from '@gleaner/db'

/** An account at work day and night, with two keys, on so many sites a day. */
const SITES = 60
const DAYS = { quarters: 365, sites: 100 } as const

/** Writes the roll-ups of a year as they are after it: every quarter of an hour has a row of each key, outcome and tier, as long as each is kept. */
export async function storeYearOfUsage(databaseUrl: string): Promise<number> {
  const pool = createPool({ url: databaseUrl, max: 1 })
  try {
    const quarters = await pool.query(
      `INSERT INTO usage_quarter (account_id, starts_at, api_key_id, outcome, mode, tier, requests, cost_micros)
       SELECT key.account_id, date_bin('15 minutes', now(), 'epoch') - n * interval '15 minutes', key.id, of.outcome, of.mode, of.tier, 3 + n % 7, (3 + n % 7) * of.cost
       FROM generate_series(1, $1::int * 96) AS n,
            (SELECT id, account_id FROM api_key WHERE account_id = (SELECT account_id FROM job LIMIT 1) LIMIT 2) AS key,
            (VALUES ('completed', 'html', '1', 200), ('completed', 'js', '4', 2000), ('failed', '', '', 0)) AS of (outcome, mode, tier, cost)
       ON CONFLICT DO NOTHING`,
      [DAYS.quarters],
    )
    const days = await pool.query(
      `INSERT INTO usage_day (account_id, day, host, kind, outcome, requests, cost_micros)
       SELECT (SELECT account_id FROM job LIMIT 1), current_date - day, 'site-' || site || '.example', 'scrape', 'completed', 90, 18000
       FROM generate_series(1, $1::int) AS day, generate_series(1, $2::int) AS site ON CONFLICT DO NOTHING`,
      [DAYS.sites, SITES],
    )
    await pool.query('ANALYZE usage_quarter, usage_day')
    return (quarters.rowCount ?? 0) + (days.rowCount ?? 0)
  } finally {
    await pool.end()
  }
}

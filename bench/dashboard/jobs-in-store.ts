import { createPool } from '@gleaner/db'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { postScrape } from '../lib/api.ts'

/** Writes jobs that have ended, a second apart, beside one that was asked for: of its account. */
export async function storeJobs(info: DevInfo, count: number): Promise<void> {
  await postScrape(info, { url: `${info.sample_site}/plain`, formats: ['markdown'] })
  const pool = createPool({ url: info.database_url, max: 1 })
  try {
    await pool.query(
      `INSERT INTO job (id, account_id, status, url, host, mode, spec, plan, tier, deadline_at, created_at, finished_at, status_code)
       SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
              (SELECT account_id FROM job LIMIT 1), 'completed', 'https://example.com/page/' || n, 'example.com', 'auto', '{}', '{}', '1', at, at, at, 200
       FROM generate_series(1, $1::int) AS n, LATERAL (SELECT now() - n * interval '1 second' AS at) AS made`,
      [count],
    )
    await pool.query('ANALYZE job')
  } finally {
    await pool.end()
  }
}

import { COUNT_OUTCOMES } from '@gleaner/billing'
import { transaction } from '@gleaner/db'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createJobsFixture, type JobsFixture } from '../testing/fixture.ts'
import { LAST_SEEN, LIST_JOBS } from './list-jobs.ts'

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())

const TEXTS = [...Object.values(LIST_JOBS), ...Object.values(LAST_SEEN), COUNT_OUTCOMES]

test('the history is never read by walking through the jobs of others, and by none to its cursor', async () => {
  await fixture.pool.query(
    `INSERT INTO job (id, account_id, status, url, host, mode, spec, plan, tier, deadline_at, finished_at, batch_id, batch_index, external_id)
     SELECT gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad((n % 100)::text, 12, '0'))::uuid, 'failed', '', '', 'auto', '{}', '{}', '1',
            now(), now(), gen_random_uuid(), 1, n::text
     FROM generate_series(1, 20000) AS n`,
  )
  await fixture.pool.query('ANALYZE job')
  await transaction(fixture.pool, async (db) => {
    for (const text of TEXTS) {
      // As for a statement that was prepared, and whose values Postgres does not look at.
      const { rows } = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).not.toContain('Seq Scan')
      expect(plan).toMatch(/Index Cond: .*(account_id = \$1|batch_id = \$4)/)
      if (text === LIST_JOBS.account || text === LAST_SEEN.account)
        expect(plan).toMatch(/Index Cond: .*account_id = \$1.*id < \$2.*id >= \$3/)
    }
  })
})

import { uuidv7 } from '@gleaner/contracts'
import { createDomainKnowledge } from '@gleaner/jobs'
import { createEntryCounter, type EntryCounter, keepOldSnapshot } from '@gleaner/testkit/entries-read'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { lockCrawl } from '../crawl-row.ts'
import { type CrawlFixture, createCrawlFixture } from '../testing/fixture.ts'
import { allowNoJobs, enterPages } from '../testing/frontier.ts'
import { lineOf } from './make-item.ts'
import { stepCrawl } from './step.ts'

// While a transaction is open that began before (a dump, say), nothing that was there then leaves an index.

const GONE = 3_000
const never = new AbortController().signal

let fixture: CrawlFixture
let entries: EntryCounter
beforeAll(async () => {
  fixture = await createCrawlFixture()
  await allowNoJobs(fixture.pool)
  entries = createEntryCounter(fixture.databaseUrl, fixture.pool)
})
afterAll(async () => {
  await entries.close()
  await fixture.close()
})

/** Pages, findings and items of a crawl that were there and are gone: they are left in the indexes. */
async function leaveMuchBehind(id: string): Promise<void> {
  const { pool } = fixture
  const line = lineOf((await lockCrawl(pool, id))!)
  await pool.query(
    `INSERT INTO crawl_page (crawl_id, key, url, depth, source, seq, state)
     SELECT $1, decode(lpad(to_hex(n), 8, '0'), 'hex'), 'https://gone.example/' || n, 0, 'link', n, 'waiting' FROM generate_series(1, $2) AS n`,
    [id, GONE],
  )
  await pool.query("UPDATE crawl_page SET state = 'done' WHERE crawl_id = $1 AND depth = 0", [id])
  await pool.query(
    `INSERT INTO crawl_findings (job_id, crawl_id, findings, created_at)
     SELECT gen_random_uuid(), $1, '{}', now() - interval '1 hour' FROM generate_series(1, $2)`,
    [id, GONE],
  )
  await pool.query('DELETE FROM crawl_findings WHERE crawl_id = $1', [id])
  for (const queuedAt of ['NULL', "now() - interval '1 hour'"])
    await pool.query(
      `INSERT INTO job (id, account_id, status, url, host, mode, spec, plan, tier, deadline_at, queued_at, line, batch_id, batch_index)
       SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, 'pending', 'https://gone.example/', 'gone.example', 'auto', '{}',
              '{"steps":[{"priceMicros":1}]}', '1', now(), ${queuedAt}, $3, $4, n
       FROM generate_series($5::int, $1 + $5 - 1) AS n`,
      [GONE, await accountOf(id), line, uuidv7(), queuedAt === 'NULL' ? 0 : GONE],
    )
  await pool.query("UPDATE job SET status = 'failed', finished_at = now()")
}

async function accountOf(id: string): Promise<string> {
  return (await fixture.pool.query('SELECT account_id FROM crawl WHERE id = $1', [id])).rows[0].account_id
}

test('steps of a crawl do not walk twice over what is done while an old transaction is open', async () => {
  const { pool } = fixture
  const { id } = await fixture.crawl({
    maxPages: 10_000,
    maxCreditsMicros: 10_000_000,
    respect_robots: false,
  })
  await enterPages(
    pool,
    id,
    Array.from({ length: 500 }, (_, page) => ({ path: `/${page}` })),
  )
  await using _dump = await keepOldSnapshot(pool)
  await leaveMuchBehind(id)
  const domains = createDomainKnowledge(entries.pool)
  const jobs = { ...fixture.ctx, pool: entries.pool }
  let last = await stepCrawl({ jobs }, domains, id, undefined, never)
  expect(last!.issued).toBeGreaterThan(0)

  const step = async () => {
    // An item has ended, and room is there for another.
    const { rows } = await pool.query(
      `UPDATE job SET status = 'failed', finished_at = now(), queued_at = now()
       WHERE id = (SELECT min(id::text)::uuid FROM job WHERE batch_id = $1 AND finished_at IS NULL) RETURNING id`,
      [id],
    )
    await pool.query('UPDATE batch SET failed = failed + 1 WHERE id = $1', [id])
    await pool.query('INSERT INTO crawl_findings (job_id, crawl_id, findings) VALUES ($1, $2, $3)', [
      rows[0].id,
      id,
      JSON.stringify({ final_url: 'https://site.example/', links: [] }),
    ])
    last = await stepCrawl({ jobs }, domains, id, last!.memory, never)
    expect(last!.issued).toBe(1)
  }
  const read: Record<string, number> = {}
  for (const table of ['crawl_page', 'crawl_findings', 'job']) read[table] = await entries.of(table, step)
  // Of what was made last, as many as may be open at once.
  for (const [table, entries] of Object.entries(read))
    expect({ table, isFew: entries < GONE / 6, entries }).toMatchObject({ table, isFew: true })
})

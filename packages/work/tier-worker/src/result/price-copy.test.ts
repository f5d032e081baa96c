import { auditLedger, FREE_COPIES } from '@gleaner/billing'
import { readFinishedJob } from '@gleaner/jobs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { handleTask } from '../handle-task.ts'
import { createWorkerFixture, type WorkerFixture } from '../testing/fixture.ts'

let fixture: WorkerFixture
beforeAll(async () => {
  fixture = await createWorkerFixture()
})
afterAll(() => fixture.close())

const never = new AbortController().signal

/** An item of a crawl that runs, as its driver makes it. */
async function acceptItem(crawlId: string, path: string): Promise<string> {
  const { pool } = fixture.jobs
  const id = await fixture.accept({ url: fixture.site.url + path, formats: ['markdown'] })
  await pool.query(
    `UPDATE job SET line = 'line:10:0:crawl', batch_id = $2, batch_index = (SELECT total FROM batch WHERE id = $2) WHERE id = $1`,
    [id, crawlId],
  )
  await pool.query('UPDATE batch SET total = total + 1 WHERE id = $1', [crawlId])
  await pool.query(
    `INSERT INTO crawl_page (crawl_id, key, url, depth, source, seq, state, job_id) VALUES ($1, decode(md5($2), 'hex'), $2, 1, 'link', 0, 'issued', $3)`,
    [crawlId, path, id],
  )
  return id
}

async function openCrawl(): Promise<string> {
  const id = crypto.randomUUID()
  const { pool } = fixture.jobs
  await pool.query(
    `INSERT INTO batch (id, account_id, test, kind, is_open, status, estimated_micros, total) VALUES ($1, $2, false, 'crawl', true, 'pending', 0, 0)`,
    [id, fixture.accountId],
  )
  await pool.query(
    `INSERT INTO crawl (id, account_id, url, options, phase, max_pages, max_concurrency, delay_ms) VALUES ($1, $2, 'https://a.example/', '{}', 'running', 10, 1, 0)`,
    [id, fixture.accountId],
  )
  return id
}

/** Ends an item, and notes what it has shown, as a step of its crawl does. */
async function finish(id: string): Promise<{ costMicros: number; crawlMicros: number }> {
  const { pool } = fixture.jobs
  await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
  await pool.query(
    `UPDATE crawl_page SET signature = decode(translate(found.findings->'signature'->>'exact', '-_', '+/') || '==', 'base64')
     FROM crawl_findings AS found WHERE found.job_id = $1 AND crawl_page.job_id = $1`,
    [id],
  )
  const { row } = (await readFinishedJob(pool, id))!
  const { rows } = await pool.query(
    'SELECT cost_micros::float8 AS micros FROM batch WHERE id = (SELECT batch_id FROM job WHERE id = $1)',
    [id],
  )
  return { costMicros: row.costMicros, crawlMicros: rows[0].micros }
}

test('a page that shows what its crawl has paid for costs nothing, and no more than tier 1 when there are too many', async () => {
  const crawl = await openCrawl()
  expect(await finish(await acceptItem(crawl, '/article'))).toEqual({ costMicros: 200, crawlMicros: 200 })
  const copy = await acceptItem(crawl, '/article?again')
  expect(await finish(copy)).toEqual({ costMicros: 0, crawlMicros: 200 })
  await fixture.jobs.pool.query(
    `INSERT INTO crawl_page (crawl_id, key, url, depth, source, seq, state, job_id, signature)
     SELECT $1, decode(md5(n::text), 'hex'), 'https://a.example/' || n, 1, 'link', n, 'done', gen_random_uuid(), page.signature
     FROM generate_series(1, $3) AS n, crawl_page AS page WHERE page.job_id = $2`,
    [crawl, copy, FREE_COPIES],
  )
  expect(await finish(await acceptItem(crawl, '/article?late'))).toEqual({
    costMicros: 200,
    crawlMicros: 400,
  })
  expect(await auditLedger(fixture.jobs.pool)).toEqual([])
})

test('what another crawl has shown is no copy', async () => {
  const crawl = await openCrawl()
  expect(await finish(await acceptItem(crawl, '/article'))).toMatchObject({ costMicros: 200 })
})

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ScrapeRequest } from '@gleaner/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { claimJob } from '../claiming/claim-job.ts'
import { completeJob } from '../ending/settle-job.ts'
import { estimateScrape } from '../planning/estimate.ts'
import { presentJob } from '../reading/present.ts'
import { readJob } from '../reading/read-job.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { createJob } from './create-job.ts'

const ADDRESS = 'http://ann:s3cret@example.com/a'
const BARE = 'http://example.com/a'
const SHOWN = 'http://***@example.com/a'
const AUTHORIZATION = `Basic ${Buffer.from('ann:s3cret').toString('base64')}`

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
  account = await fixture.account(1_000_000)
})
afterAll(() => fixture.close())

async function rowOf(jobId: string) {
  const { rows } = await fixture.pool.query<{ url: string; spec: { url: string }; secrets: Buffer | null }>(
    'SELECT url, spec, secrets FROM job WHERE id = $1',
    [jobId],
  )
  return rows[0]!
}

/** A job as a gateway stored it that did not yet take logins out of addresses. */
async function acceptAsBefore(): Promise<string> {
  const job = fixture.newJob(account, { url: BARE })
  await createJob(fixture.ctx, job)
  const spec = JSON.stringify({ ...job.spec, url: ADDRESS })
  await fixture.pool.query('UPDATE job SET url = $2, spec = $3 WHERE id = $1', [job.id, ADDRESS, spec])
  return job.id
}

describe('the login of an address', () => {
  test('is sealed with its job, and comes to light where the job is claimed', async () => {
    const job = fixture.newJob(account, { url: ADDRESS })
    await createJob(fixture.ctx, job)
    const { url, spec, secrets } = await rowOf(job.id)
    expect([url, spec.url]).toEqual([SHOWN, BARE])
    expect(secrets!.toString('latin1')).not.toMatch(/ann|s3cret|Basic/)
    expect(await claimJob(fixture.ctx, job.id, '1')).toMatchObject({
      job: { url: SHOWN, spec: { url: BARE }, secrets: { authorization: AUTHORIZATION } },
    })
  })

  test('is gone with the job, and shown in no result', async () => {
    const job = await fixture.claimed(account, { url: ADDRESS })
    const finished = await completeJob(fixture.ctx, job, delivery(200))
    expect(finished!.row.url).toBe(SHOWN)
    expect((await rowOf(job.id)).secrets).toBeNull()
  })

  test('keeps its answer out of the cache', () => {
    expect(fixture.newJob(account, { url: ADDRESS, cache: true }).cacheKey).toBeUndefined()
    expect(fixture.newJob(account, { url: BARE, cache: true }).cacheKey).toBeDefined()
  })

  test('is masked in an estimate', async () => {
    const estimate = await estimateScrape(fixture.pool, ScrapeRequest.parse({ url: ADDRESS }))
    expect(estimate.url).toBe(SHOWN)
    expect(JSON.stringify(estimate)).not.toContain('s3cret')
  })
})

describe('a login that was stored in clear before', () => {
  test('is masked for its caller, and sealed by the worker that claims the job', async () => {
    const jobId = await acceptAsBefore()
    const reading = await readJob(fixture.pool, account, jobId)
    if (reading.kind !== 'open') throw new Error(reading.kind)
    expect(presentJob({ row: reading.row })).toContain(SHOWN)

    const job = { url: SHOWN, spec: { url: BARE }, secrets: { authorization: AUTHORIZATION } }
    expect(await claimJob(fixture.ctx, jobId, '1')).toMatchObject({ kind: 'claimed', job })
    expect(await rowOf(jobId)).toMatchObject({ url: SHOWN, spec: { url: BARE } })
    await fixture.pool.query('UPDATE job SET lease_until = NULL WHERE id = $1', [jobId])
    expect(await claimJob(fixture.ctx, jobId, '1')).toMatchObject({ kind: 'claimed', job })
  })

  test('is joined by what actions type into forms', async () => {
    const jobId = await acceptAsBefore()
    const actions = [{ type: 'type', selector: '#password', text: 's3cret' }]
    await fixture.pool.query(
      `UPDATE job SET spec = jsonb_set(spec::jsonb, '{advanced,actions}', $2::jsonb) WHERE id = $1`,
      [jobId, JSON.stringify(actions)],
    )
    expect(await claimJob(fixture.ctx, jobId, '1')).toMatchObject({ job: { secrets: { actions } } })
    expect(JSON.stringify(await rowOf(jobId))).not.toContain('s3cret')
  })

  test.each([
    [ADDRESS, SHOWN, BARE],
    ['HTTP:\\\\ann:s3@cret:@example.com?x=@y', 'HTTP:\\\\***@example.com?x=@y', 'HTTP:\\\\example.com?x=@y'],
    ['https:ann@example.com', 'https:***@example.com', 'https:example.com'],
    ['https://example.com/@ann?a=b@c', 'https://example.com/@ann?a=b@c', 'https://example.com/@ann?a=b@c'],
  ])('is taken out of %s by the migration when the job has ended', async (before, shown, bare) => {
    const job = await fixture.claimed(account, { url: BARE })
    const stored = JSON.stringify({ final_url: ADDRESS, content: `[on](${ADDRESS}) a@b "c" ${ADDRESS}` })
    await completeJob(fixture.ctx, job, delivery(200, { page: stored }))
    const open = await acceptAsBefore()
    await fixture.pool.query(
      `UPDATE job SET url = $2, spec = jsonb_set(spec::jsonb, '{url}', to_jsonb($2::text)) WHERE id = $1`,
      [job.id, before],
    )
    const migration = new URL(
      '../../../../platform/db/prisma/migrations/20261121060000_url_logins/migration.sql',
      import.meta.url,
    )
    await fixture.pool.query(await readFile(fileURLToPath(migration), 'utf8'))
    expect(await rowOf(job.id)).toMatchObject({ url: shown, spec: { url: bare, mode: 'auto' } })
    const { rows } = await fixture.pool.query('SELECT page FROM job_page WHERE job_id = $1', [job.id])
    const kept = shown === before ? ADDRESS : BARE
    expect(JSON.parse(rows[0].page)).toEqual({ final_url: kept, content: `[on](${kept}) a@b "c" ${kept}` })
    // An open one is still to be worked on.
    expect(await rowOf(open)).toMatchObject({ spec: { url: ADDRESS } })
  })
})

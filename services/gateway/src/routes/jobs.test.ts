import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account()
})
afterAll(() => fixture.close())

async function start(path: string, more: object = {}): Promise<string> {
  const { body } = await fixture.scrape(account, { url: fixture.site.url + path, sync: false, ...more })
  return body.job_id
}
const read = async (id: string) => (await fixture.get(account, `/jobs/${id}`)).body

describe('GET /jobs/{job_id}', () => {
  test('shows a job from pending over running to completed', async () => {
    const id = await start('/slow?ms=3000')
    expect(['pending', 'running']).toContain((await read(id)).status)
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'running', progress: 10 }))
    const done = await eventually(async () => {
      const job = await read(id)
      expect(job.status).toBe('completed')
      return job
    })
    expect(done).toMatchObject({
      id,
      mode: 'auto',
      created_at: expect.any(String),
      completed_at: expect.any(String),
      result: { billing: { tier_used: '1' } },
    })
    expect(done).not.toHaveProperty('error')
  })

  test('shows why a job failed', async () => {
    const id = await start('/status/403', { cost_controls: { force_tier: '1' } })
    const failed = await eventually(async () => {
      const job = await read(id)
      expect(job.status).toBe('failed')
      return job
    })
    expect(failed).toMatchObject({
      error: expect.stringContaining('403'),
      error_code: 'ALL_TIERS_FAILED',
      failed_at: expect.any(String),
    })
    expect(failed).not.toHaveProperty('result')
  })

  test.each([
    ['an unknown id', '0198c1d2-0000-7000-8000-000000000000'],
    ['something that is no id', 'hello'],
  ])('answers 404 for %s', async (_, id) => {
    expect(await fixture.get(account, `/jobs/${id}`)).toMatchObject({
      status: 404,
      body: { error: 'JOB_NOT_FOUND' },
    })
  })

  test("answers 404 for another account's job", async () => {
    const id = await start('/article')
    expect((await fixture.get(await fixture.account(), `/jobs/${id}`)).status).toBe(404)
  })

  test('answers 410 once the result is past its 24 hours', async () => {
    const id = await start('/article')
    await eventually(async () => expect((await read(id)).status).toBe('completed'))
    await fixture.pool.query("UPDATE job SET finished_at = now() - interval '25 hours' WHERE id = $1", [id])
    expect(await fixture.get(account, `/jobs/${id}`)).toMatchObject({
      status: 410,
      body: { error: 'JOB_EXPIRED' },
    })
  })
})

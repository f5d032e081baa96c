import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

// The gateway's connections to Postgres break; those of the workers do not.

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({}, { overProxy: true })
})
beforeEach(async () => {
  account = await fixture.account()
})
afterEach(() => fixture.databaseProxy.restore())
afterAll(() => fixture.close())

test('a scrape whose acceptance is not confirmed is answered with its page, and charged once', async () => {
  fixture.databaseProxy.cut('insert-job')
  const { status, body } = await fixture.scrape(account, { url: `${fixture.site.url}/article` })
  expect([status, body.billing.total_credits]).toEqual([200, 1])
  expect(fixture.databaseProxy.cuts).toBe(1)
  expect(await fixture.balance(account)).toEqual([999_800, 0])
})

test('a completed job whose page cannot be read is answered with its id, and is there once it can', async () => {
  fixture.databaseProxy.refuse('read-job')
  // Too large to travel in the message that the job has ended.
  const url = `${fixture.site.url}/huge?mb=1`
  const { status, body } = await fixture.scrape(account, { url, timeout: 3, formats: ['html'] })
  expect(status).toBe(202)
  expect(body).toEqual({
    job_id: expect.any(String),
    status: 'pending',
    poll_url: `${fixture.url}/api/v1/jobs/${body.job_id}`,
  })
  expect(await fixture.balance(account)).toEqual([999_800, 0])
  fixture.databaseProxy.restore()
  const job = await fixture.get(account, `/jobs/${body.job_id}`)
  expect(job.body).toMatchObject({ status: 'completed', result: { status_code: 200 } })
})

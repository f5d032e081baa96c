import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'development' })
})
afterAll(() => fixture.close())

const post = (account: TestAccount | string, body: unknown, headers: Record<string, string> = {}) =>
  fixture.request('/api/v1/batch', {
    method: 'POST',
    headers: {
      'X-API-Key': typeof account === 'string' ? account : account.key,
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })

const page = (path: string) => `${fixture.site.url}/${path}`
const specsOf = async (jobIds: string[]) => {
  const { rows } = await fixture.pool.query('SELECT spec FROM job WHERE id = ANY($1) ORDER BY batch_index', [
    jobIds,
  ])
  return rows.map((row) => row.spec)
}

describe('POST /batch', () => {
  test('accepts addresses and objects, holds nothing, and is read back in the order of the request', async () => {
    const account = await fixture.account()
    const urls = [page('plain'), { url: page('other'), timeout: 20 }, page('plain')]
    const { status, body } = await post(account, { urls })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'pending', total_jobs: 3, total_urls: 3, webhook_url: null })
    expect(body.estimated_credits).toBe(3)
    expect(await fixture.balance(account)).toEqual([1_000_000, 0])
    const read = await fixture.get(account, `/batch/${body.batch_id}`)
    expect(read.body).toMatchObject({
      batch_id: body.batch_id,
      status: 'pending',
      total: 3,
      pending: 3,
      webhook_status: null,
      items: [page('plain'), page('other'), page('plain')].map((url, index) => ({
        job_id: body.job_ids[index],
        url,
        status: 'pending',
      })),
    })
    const job = await fixture.get(account, `/jobs/${body.job_ids[0]}`)
    expect(job.body).toMatchObject({ status: 'pending', url: page('plain') })
  })

  test('an item’s own field goes before what the batch says for all; options are joined field by field', async () => {
    const { body } = await post(await fixture.account(), {
      urls: [
        page('a'),
        { url: page('b'), formats: ['text'], advanced: { evidence: true }, cost_controls: { max_tier: 2 } },
      ],
      formats: ['markdown'],
      advanced: { only_main_content: false, evidence: false },
      cost_controls: { max_credits: 10 },
      location: { country: 'de' },
      sync: false,
    })
    const [first, second] = await specsOf(body.job_ids)
    expect(first).toMatchObject({
      sync: false,
      mode: 'auto',
      formats: ['markdown'],
      advanced: { only_main_content: false, evidence: false },
      cost_controls: { max_credits: 10 },
      location: { country: 'DE' },
    })
    expect(second).toMatchObject({
      formats: ['text'],
      advanced: { only_main_content: false, evidence: true },
      cost_controls: { max_credits: 10, max_tier: '2' },
    })
  })
})

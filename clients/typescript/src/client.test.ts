import type { DevInfo } from '@gleaner/devstack'
import { type SharedFleet, shareFleet } from '@gleaner/devstack/testing/shared-fleet'
import { beforeAll, expect, test } from '@jest/globals'
import {
  AuthenticationError,
  Gleaner,
  InvalidRequestError,
  NotFoundError,
  type ScrapeResult,
} from './index.ts'

let fleet: SharedFleet
let info: DevInfo
let client: Gleaner
beforeAll(async () => {
  fleet = await shareFleet()
  info = fleet.info
  client = new Gleaner({ apiKey: info.api_key, baseUrl: fleet.url })
})

const NO_JOB = '019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f00'

test('a page is scraped, and its job is among those that are listed', async () => {
  const reply = (await client.jobs.create({ url: `${info.sample_site}/article` })) as ScrapeResult
  expect(reply.status_code).toBe(200)
  const { jobs } = await client.jobs.list({ limit: 5 })
  expect(jobs.map(({ id }) => id)).toContain(reply.job_id)
})

test('fields of path, query and body go where the API reads them', async () => {
  const made = await client.schedules.create({
    name: 'Daily',
    cron: '0 3 * * *',
    urls: [`${info.sample_site}/article`],
  })
  const { schedules } = await client.schedules.list({ active_only: true, limit: 10 })
  expect(schedules.map(({ id }) => id)).toContain(made.id)
  expect((await client.schedules.update(made.id, { name: 'Nightly' })).name).toBe('Nightly')
  expect(await client.schedules.delete(made.id)).toBeUndefined()
})

test('what only people may do takes the token of somebody who has signed in', async () => {
  const { access_token } = (await client.auth.login(info.user)) as { access_token: string }
  const person = new Gleaner({ accessToken: async () => access_token, baseUrl: fleet.url })
  const { key, id } = await person.keys.create({ name: 'Of a test' })
  const other = new Gleaner({ apiKey: key!, baseUrl: `${fleet.url}/api/v1/` })
  expect(await other.billing.balance()).toHaveProperty('balance_credits')
  await person.keys.delete(id)
})

test('the entries of a list are read page by page', async () => {
  for (const path of ['/article', '/product', '/faq'])
    await client.jobs.create({ url: info.sample_site + path })
  const ids: string[] = []
  for await (const { id } of client.jobs.all({ limit: 1 })) ids.push(id)
  expect(new Set(ids).size).toBe(ids.length)
  const { jobs } = await client.jobs.list({ limit: 100 })
  expect(ids).toEqual(jobs.map(({ id }) => id))
})

test('a batch is followed by its events until it has ended', async () => {
  const urls = ['/article', '/product'].map((path) => info.sample_site + path)
  const { batch_id } = await client.batches.create({ urls })
  const events = []
  for await (const { event, data } of client.batches.stream(batch_id)) events.push([event, data.completed])
  expect(events).toEqual([
    ['progress', 1],
    ['progress', 2],
    ['complete', 2],
  ])
})

test('a file or a text is handed out as an answer to be read', async () => {
  const page = await client.pages.get({ url: `${info.sample_site}/article`, format: 'markdown' })
  expect(page.headers.get('Content-Type')).toContain('text/markdown')
  expect(await page.text()).toContain('#')
  const csv = await client.usage.report({ format: 'csv' })
  expect(await csv.text()).toMatch(/^\w+,/)
})

test('an error says what kind it is, and which field is wrong', async () => {
  await expect(client.jobs.get(NO_JOB)).rejects.toThrow(NotFoundError)
  const refused = await client.jobs.create({ url: info.sample_site, timeout: 900 }).catch((error) => error)
  expect(refused).toBeInstanceOf(InvalidRequestError)
  expect(refused).toMatchObject({ status: 400, code: 'INVALID_REQUEST', field: 'timeout' })
  expect(refused.requestId).toMatch(/^req_/)
  expect(refused.remedy).toContain('details.issues')
  await expect(client.jobs.get('..')).rejects.toThrow('job_id')
  const stranger = new Gleaner({ apiKey: 'sk_live_nobody', baseUrl: fleet.url })
  await expect(stranger.jobs.list()).rejects.toThrow(AuthenticationError)
})

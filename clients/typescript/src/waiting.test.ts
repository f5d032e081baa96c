import type { DevInfo } from '@gleaner/devstack'
import { type SharedFleet, shareFleet } from '@gleaner/devstack/testing/shared-fleet'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import {
  Gleaner,
  InvalidRequestError,
  type Progress,
  SchemaError,
  ScrapeError,
  TimeoutError,
} from './index.ts'

let fleet: SharedFleet
let info: DevInfo
let site: string
beforeAll(async () => {
  fleet = await shareFleet()
  info = fleet.info
  site = info.sample_site
})

const clientOf = (options: ConstructorParameters<typeof Gleaner>[0] = {}) =>
  new Gleaner({ apiKey: info.api_key, baseUrl: fleet.url, ...options })

describe.each([
  ['the WebSocket', {}],
  ['polling', { WebSocket: false }],
] as const)('by %s', (_, options) => {
  test('a scrape gives its result, whether the API answers with it or with a job', async () => {
    const client = clientOf(options)
    for (const sync of [true, false]) {
      const noticed: Progress[] = []
      const result = await client.scrape(
        `${site}/article`,
        { sync, formats: ['markdown'] },
        { onProgress: (progress) => noticed.push(progress) },
      )
      expect(result.content).toMatchObject({ markdown: expect.stringContaining('#') })
      if (!sync) expect(noticed.at(-1)).toMatchObject({ status: 'completed' })
    }
  })

  test.each([
    ['/reset', 422, 'ALL_TIERS_FAILED'],
    ['/video.mp4', 415, 'UNSUPPORTED_CONTENT_TYPE'],
  ])(
    'a page that fails (%s) is the same error, whether the API or the job says so',
    async (path, status, code) => {
      const client = clientOf(options)
      for (const sync of [true, false]) {
        const fields = { sync, cost_controls: { max_tier: '2' as const } }
        const error = await client.scrape(site + path, fields).catch((thrown) => thrown)
        expect(error).toBeInstanceOf(ScrapeError)
        expect(error).toMatchObject({ status, code, billing: { total_credits: 0 } })
      }
    },
  )

  test('a batch and a crawl are waited for, and give their results one by one', async () => {
    const client = clientOf(options)
    const urls = ['/article', '/product', '/faq'].map((path) => site + path)
    const jobs = []
    for await (const job of client.batch(urls, { formats: ['text'] })) jobs.push(job)
    expect(jobs.map(({ url, status }) => [url, status])).toEqual(urls.map((url) => [url, 'completed']))
    expect(jobs.every(({ result }) => result !== undefined)).toBe(true)

    const noticed: Progress[] = []
    const pages = []
    const onProgress = (progress: Progress) => noticed.push(progress)
    for await (const page of client.crawl(site, { max_pages: 5 }, { onProgress })) pages.push(page)
    expect(pages).toHaveLength(5)
    expect(noticed.at(-1)).toMatchObject({ status: 'completed', total: 5, pending: 0 })
  })
})

test('who waits hears it by the WebSocket long before a poll would', async () => {
  let reads = 0
  const client = clientOf({ onResponse: ({ url }) => url.includes('/jobs/') && reads++ })
  const { job_id } = (await client.jobs.create({ url: `${site}/slow?ms=6000`, sync: false })) as {
    job_id: string
  }
  const { result } = await client.jobs.wait(job_id)
  expect(result.status_code).toBe(200)
  expect(reads).toBeLessThanOrEqual(3)
})

test('the time that is given ends the wait, and names the job that goes on', async () => {
  const client = clientOf()
  const { job_id } = (await client.jobs.create({ url: `${site}/slow?ms=8000`, sync: false })) as {
    job_id: string
  }
  const error = await client.jobs.wait(job_id, { timeout: 1_000 }).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(TimeoutError)
  expect(error.jobId).toBe(job_id)
  const controller = new AbortController()
  const waiting = client.jobs.wait(job_id, { signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})

test('the data of a scrape has the type of its schema, and is checked', async () => {
  const client = clientOf()
  const schema = z.object({ name: z.string(), price: z.coerce.number() })
  const { data } = await client.scrape(`${site}/product`, { schema })
  const price: number = data.price
  expect(price).toBeGreaterThan(0)
  const wrong = z.object({ name: z.string(), price: z.coerce.number().max(0.01) })
  const error = await client.scrape(`${site}/product`, { schema: wrong }).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(SchemaError)
  expect(error).toMatchObject({ field: 'price', result: { status_code: 200 } })
  const plain = await client.scrape(`${site}/product`, { schema: { name: 'string', offers: ['string'] } })
  const name: string | undefined = plain.data.name
  expect(name).toBe(data.name)
})

test('an extraction gives its data, also when it was not over in time to answer', async () => {
  const client = clientOf()
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, price: { type: 'number' } },
    required: ['name'],
  } as const
  const { data, extract_id } = await client.extract({ url: `${site}/product`, schema })
  const name: string = data.name
  expect(name).not.toBe('')
  expect(extract_id).toMatch(/^[\da-f-]{36}$/)
  await expect(client.extract({ schema })).rejects.toThrow(InvalidRequestError)
})

test('a text and a file are parsed', async () => {
  const client = clientOf()
  const html = '<title>Harbour</title><main><h1>Harbour days</h1><p>Boats come in.</p></main>'
  for (const file of [html, new Blob([html], { type: 'text/html' }), new TextEncoder().encode(html)]) {
    const result = await client.parse(file, { formats: ['markdown'], filename: 'harbour.html' })
    expect(result.content).toMatchObject({ markdown: expect.stringContaining('Boats come in.') })
  }
})

test.each([
  ['the WebSocket', {}],
  ['server-sent events', { WebSocket: false }],
] as const)(
  'the feed of the account tells by %s how everything ended after its cursor',
  async (_, options) => {
    const client = clientOf(options)
    const stream = client.feed.stream()
    const { value } = await stream.next()
    await stream.return(undefined)
    const ids = [await client.scrape(`${site}/article`), await client.scrape(`${site}/product`)].map(
      ({ job_id }) => job_id,
    )
    let cursor = value!.data.cursor
    // Each call takes one: the next goes on behind it.
    for (const job_id of ids)
      for await (const message of client.events({ kinds: ['job'], cursor })) {
        expect(message).toMatchObject({ type: 'job_update', job_id, status: 'completed' })
        cursor = message.cursor
        break
      }
  },
)

test('what is thrown while progress is shown ends the wait', async () => {
  const client = clientOf()
  const { job_id } = (await client.jobs.create({ url: `${site}/slow?ms=3000`, sync: false })) as {
    job_id: string
  }
  const onProgress = ({ status }: Progress) => {
    if (status !== 'pending') throw new Error(`no ${status}`)
  }
  await expect(client.jobs.wait(job_id, { onProgress })).rejects.toThrow('no running')
})

import { createServer, type Server } from 'node:http'
import { checkReply } from '@gleaner/contracts/testing/check-reply'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type SharedFleet, shareFleet } from '../testing/shared-fleet.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at, not trusted
type Shown = Record<string, any>

let fleet: SharedFleet
let server: Server
let site: string
/** What the receiver of webhooks was sent. */
const delivered: Shown[] = []
beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      let body = ''
      for await (const chunk of request) body += chunk
      delivered.push(JSON.parse(body))
      response.end()
      return
    }
    response.setHeader('content-type', 'text/html')
    response.end('<title>Lamp</title><main><h1>Lamp</h1><p>A lamp of brass, 40 cm high.</p></main>')
  })
  fleet = await shareFleet()
  const [port] = fleet.ports
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${port}`
}, 120_000)
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}, 60_000)

async function call(method: string, path: string, body?: object): Promise<Shown> {
  const response = await fetch(`${fleet.info.base_url}${path}`, {
    method,
    headers: { 'X-API-Key': fleet.info.api_key, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const reply = (await response.json()) as Shown
  expect(response.ok ? undefined : reply).toBeUndefined()
  checkReply({ status: response.status, body: reply, method, url: response.url, headers: response.headers })
  return reply
}

/** The data of all events of a stream, until it ends. */
async function events(path: string): Promise<Shown[]> {
  const response = await fetch(`${fleet.info.base_url}${path}`, {
    headers: { 'X-API-Key': fleet.info.api_key },
  })
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '))
  return lines.map((line) => JSON.parse(line.slice('data: '.length)))
}

/** What a WebSocket tells of something that has ended, until a message of this type. */
async function followed(target: Shown, last: string): Promise<Shown[]> {
  const url = `${fleet.info.base_url.replace('http', 'ws')}/ws/jobs?api_key=${fleet.info.api_key}`
  const socket = new WebSocket(url)
  const seen: Shown[] = []
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data))
    if (message.type === 'connected') socket.send(JSON.stringify({ action: 'subscribe', ...target }))
    else seen.push(message)
  }
  await eventually(() => expect(seen.map(({ type, status }) => `${type} ${status}`)).toContain(last))
  socket.close()
  return seen
}

const webhooksOf = (fits: (body: Shown) => boolean, count: number) =>
  eventually(
    () => {
      const found = delivered.filter(fits)
      expect(found).toHaveLength(count)
      return found
    },
    { timeoutMs: 30_000 },
  )

const ended = (path: string) =>
  eventually(
    async () => {
      const reply = await call('GET', path)
      expect(['completed', 'failed', 'partially_failed']).toContain(reply.status)
      return reply
    },
    { timeoutMs: 60_000 },
  )

/** A null of one's own is kept too. */
const METADATA = { order: 7, tags: ['a', 'ü'], nothing: null }
const labels = (name: string) => ({ external_id: `mine-${name}`, metadata: { ...METADATA, name } })

/** Each place that tells of the work, with what it tells. */
type Places = Record<string, Shown>

function expectLabels(places: Places, name: string): void {
  const { external_id, metadata } = labels(name)
  const found = Object.entries(places).map(([place, seen]) => [
    place,
    seen.external_id,
    'request_metadata' in seen ? seen.request_metadata : seen.metadata,
  ])
  expect(found).toEqual(Object.keys(places).map((place) => [place, external_id, metadata]))
}

describe('external_id and metadata are told wherever their work is', () => {
  test('of a scrape that is waited for', async () => {
    const name = 'scrape'
    const webhook_url = `${site}/${name}`
    const reply = await call('POST', '/scrape', { url: `${site}/${name}`, webhook_url, ...labels(name) })
    const { job_id } = reply
    const job = await call('GET', `/jobs/${job_id}`)
    const [webhook] = await webhooksOf((body) => body.job_id === job_id, 1)
    expectLabels(
      { reply, job, 'its result': job.result, webhook: webhook!, 'its result too': webhook!.result },
      name,
    )
    // The page's own.
    expect(reply.metadata).not.toHaveProperty('order')
  })

  test('of a scrape that the cache answers', async () => {
    const page = { url: `${site}/cached`, cache: true }
    await call('POST', '/scrape', { ...page, ...labels('first') })
    const reply = await call('POST', '/scrape', { ...page, ...labels('second') })
    expect(reply.cached).toBe(true)
    expectLabels({ reply, job: await call('GET', `/jobs/${reply.job_id}`) }, 'second')
  })

  test('of a scrape that is not waited for', async () => {
    const name = 'job'
    const accepted = await call('POST', '/scrape', { url: `${site}/${name}`, sync: false, ...labels(name) })
    const { job_id } = accepted
    const job = await ended(`/jobs/${job_id}`)
    const [subscribed, update] = await followed({ job_id }, 'job_update completed')
    expectLabels(
      { accepted, job, subscribed: subscribed!, update: update!, 'its result': update!.result },
      name,
    )
  })

  test('of a batch and its items, of which one has its own', async () => {
    const name = 'batch'
    const urls = [`${site}/b1`, { url: `${site}/b2`, ...labels('item') }]
    const webhook_url = `${site}/${name}`
    const accepted = await call('POST', '/batch', { urls, webhook_url, ...labels(name) })
    const { batch_id } = accepted
    const batch = await ended(`/batch/${batch_id}`)
    const results = await call('GET', `/batch/${batch_id}/results`)
    const list = await call('GET', `/batches?external_id=mine-${name}`)
    expect(list.total).toBe(1)
    expect((await call('GET', '/batches?external_id=mine-item')).batches).toEqual([])
    const stream = await events(`/batch/${batch_id}/stream`)
    const live = await followed({ batch_id }, 'batch_update completed')
    const webhooks = await webhooksOf((body) => body.batch_id === batch_id, 3)
    const [first, second] = accepted.job_ids
    const of = (found: Shown[], id: string) => found.find((one) => (one.job_id ?? one.id) === id)!
    expectLabels(
      {
        accepted,
        batch,
        results,
        entry: list.batches[0],
        complete: stream.at(-1)!,
        subscribed: live[0]!,
        update: live.at(-1)!,
        webhook: webhooks.find(({ event }) => event === 'batch.completed')!,
        ...placesOf(first),
      },
      name,
    )
    expectLabels(placesOf(second), 'item')

    function placesOf(id: string): Places {
      return {
        item: of(batch.items, id),
        'its result': of(batch.items, id).result,
        job: of(results.results, id),
        progress: of(stream, id),
        'job update': of(live, id),
        'job webhook': of(webhooks, id),
      }
    }
  })

  test('of a crawl and its pages', async () => {
    const name = 'crawl'
    const webhook_url = `${site}/${name}`
    const body = { url: `${site}/c`, max_pages: 1, sitemap: 'skip', webhook_url, ...labels(name) }
    const accepted = await call('POST', '/crawl', body)
    const { crawl_id } = accepted
    const crawl = await ended(`/crawl/${crawl_id}`)
    const list = await call('GET', `/crawls?external_id=mine-${name}`)
    expect(list.total).toBe(1)
    expect((await call('GET', '/crawls?external_id=other')).total).toBe(0)
    const stream = await events(`/crawl/${crawl_id}/stream`)
    const live = await followed({ crawl_id }, 'crawl_update completed')
    const [webhook] = await webhooksOf((seen) => seen.event === 'crawl.completed', 1)
    expectLabels(
      {
        accepted,
        crawl,
        page: crawl.results[0],
        'its result': crawl.results[0].result,
        job: await call('GET', `/jobs/${crawl.results[0].job_id}`),
        entry: list.crawls[0],
        progress: stream[0]!,
        complete: stream.at(-1)!,
        subscribed: live[0]!,
        'job update': live.find(({ type }) => type === 'job_update')!,
        update: live.at(-1)!,
        webhook: webhook!,
      },
      name,
    )
  })

  test('of a map', async () => {
    const name = 'map'
    const reply = await call('POST', '/map', { url: `${site}/m`, max_pages: 3, ...labels(name) })
    expectLabels({ reply, again: await call('GET', `/map/${reply.map_id}`) }, name)
  })

  test('of a search, and of the jobs that scrape its results', async () => {
    const name = 'search'
    const page = `${site}/brass`
    await call('POST', '/scrape', { url: page })
    const body = { query: 'brass lamp', scrape_results: true, num_results: 3, ...labels(name) }
    const reply = await eventually(
      async () => {
        const found = await call('POST', '/search', body)
        expect(found.results).not.toEqual([])
        return found
      },
      { timeoutMs: 30_000 },
    )
    const { scrape } = reply.results[0]
    expectLabels(
      {
        reply,
        again: await call('GET', `/search/${reply.search_id}`),
        scrape,
        job: await call('GET', `/jobs/${scrape.job_id}`),
      },
      name,
    )
    const jobs = await call('GET', `/jobs?external_id=mine-${name}`)
    expect(jobs.jobs.map(({ job_id, id }: Shown) => job_id ?? id)).toContain(scrape.job_id)
  })
})

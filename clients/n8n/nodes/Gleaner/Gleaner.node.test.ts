import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FleetWithSite, startFleetWithSite } from '@gleaner/devstack/testing/fleet-with-site'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { IDataObject, INodeExecutionData } from 'n8n-workflow'
import { type Built, build, n8nWorkflow } from '../testing/built.ts'
import { type Run, runNode } from '../testing/run-node.ts'

const { NodeApiError, NodeOperationError } = n8nWorkflow

/** More than are read at once. */
const PAGES = 60

let built: Built
let fleet: FleetWithSite
let credentials: Run['credentials']
beforeAll(async () => {
  built = build()
  fleet = await startFleetWithSite({ pages: PAGES })
  credentials = { baseUrl: `${new URL(fleet.info.base_url).origin}/`, apiKey: fleet.info.api_key }
})
afterAll(async () => {
  built.remove()
  await fleet.close()
})

function run(operation: string, parameters: IDataObject, more: Partial<Run> = {}) {
  const [resource, name] = operation.split('.')
  return runNode(built, {
    credentials,
    parameters: { resource, operation: name, ...parameters },
    ...more,
  })
}

const json = (outputs: INodeExecutionData[]) => outputs.map((output) => output.json)
const sample = (path: string) => fleet.info.sample_site + path
const page = (number: number) => new URL(fleet.site.paths[number]!, fleet.site.url).href

describe('the node', () => {
  test('scrapes the page of each item', async () => {
    const paths = ['/plain', '/article']
    const outputs = await run(
      'page.scrape',
      { url: ((index: number) => sample(paths[index]!)) as never },
      {
        items: [{}, {}],
      },
    )
    expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }])
    expect(json(outputs)).toEqual(
      paths.map((path) =>
        expect.objectContaining({
          url: sample(path),
          title: expect.any(String),
          markdown: expect.stringMatching(/\w{4}/),
          status_code: 200,
          credits: expect.any(Number),
          job_id: expect.any(String),
        }),
      ),
    )
  })

  test('returns the whole answer without simplification', async () => {
    const [output] = json(await run('page.scrape', { url: sample('/plain'), simplify: false }))
    expect(output).toMatchObject({ version: 'v1', content: { markdown: expect.any(String) }, billing: {} })
  })

  test('sends what its options say', async () => {
    const bodies: IDataObject[] = []
    const options = {
      formats: ['text', 'links'],
      extractionSchema: '{"name": "string", "price": "number"}',
      excludeSelectors: 'nav, footer',
      maxCredits: 15,
      additionalFields: { advanced: { evidence: true }, external_id: 'mine' },
    }
    const [output] = json(
      await run(
        'page.scrape',
        { url: sample('/product'), options },
        { onRequest: ({ body }) => bodies.push(body as IDataObject) },
      ),
    )
    expect(bodies).toEqual([
      {
        url: sample('/product'),
        formats: ['text', 'links'],
        extraction_schema: { name: 'string', price: 'number' },
        advanced: { exclude_selectors: ['nav', 'footer'], evidence: true },
        cost_controls: { max_credits: 15 },
        external_id: 'mine',
      },
    ])
    expect(output).toMatchObject({
      text: expect.any(String),
      links: expect.anything(),
      filtered_content: { name: expect.any(String), price: expect.any(Number) },
    })
    expect(output).not.toHaveProperty('markdown')
  })

  test('waits for a page that the service answers later', async () => {
    const later = { additionalFields: { sync: false } }
    const [output] = json(await run('page.scrape', { url: sample('/plain'), options: later }))
    expect(output).toMatchObject({ url: sample('/plain'), markdown: expect.any(String) })
    const [read] = json(await run('job.get', { jobId: output!.job_id as string }))
    expect(read).toMatchObject({ id: output!.job_id, status: 'completed' })
  })

  test('makes one batch of all items, and links each page to its item', async () => {
    const starts: IDataObject[] = []
    const urls = [[page(0), page(1)].join('\n'), page(2), [page(3)]]
    const outputs = await run(
      'batch.create',
      { urls: ((index: number) => urls[index]) as never },
      {
        items: [{}, {}, {}],
        onRequest: ({ method, body }) => {
          if (method === 'POST') starts.push(body as IDataObject)
        },
      },
    )
    expect(starts).toEqual([{ formats: ['markdown'], urls: [page(0), page(1), page(2), page(3)] }])
    expect(outputs.map(({ json, pairedItem }) => [json.url, pairedItem])).toEqual([
      [page(0), { item: 0 }],
      [page(1), { item: 0 }],
      [page(2), { item: 1 }],
      [page(3), { item: 2 }],
    ])
  })

  test('shows what has failed in a batch, or leaves it out', async () => {
    const urls = [page(1), sample('/status/500')].join('\n')
    const outputs = json(await run('batch.create', { urls }))
    expect(outputs).toEqual([
      expect.objectContaining({ status: 'completed', markdown: expect.any(String) }),
      expect.objectContaining({ status: 'failed', error: expect.any(String), job_id: expect.any(String) }),
    ])
    expect(json(await run('batch.create', { urls, onlySuccesses: true }))).toHaveLength(1)
  })

  test('starts a batch, waits for it and reads it by its id', async () => {
    const [accepted] = json(await run('batch.create', { urls: page(1), wait: false, together: false }))
    const batchId = accepted!.batch_id as string
    const waited = json(await run('batch.wait', { batchId }))
    expect(waited).toEqual([expect.objectContaining({ url: page(1), markdown: expect.any(String) })])
    expect(json(await run('batch.getResults', { batchId }))).toEqual(waited)
  })

  test('crawls a site to its end, and a part of it', async () => {
    const pages = json(await run('crawl.create', { url: fleet.site.url, maxPages: 5 }))
    expect(pages).toHaveLength(5)
    expect(pages[0]).toMatchObject({ url: fleet.site.url, depth: 0, markdown: expect.any(String) })
    const [accepted] = json(await run('crawl.create', { url: fleet.site.url, maxPages: PAGES, wait: false }))
    const crawlId = accepted!.crawl_id as string
    const all = json(await run('crawl.wait', { crawlId }))
    expect(all.map(({ url }) => url).sort()).toEqual(fleet.site.paths.map((_, at) => page(at)).sort())
    expect(json(await run('crawl.getPages', { crawlId, simplify: false }))[0]).toHaveProperty(
      'result.content',
    )
  })

  test('maps a site, an item for each address', async () => {
    const urls = json(await run('site.map', { url: fleet.site.url, limit: 6 }))
    expect(urls).toHaveLength(6)
    expect(urls[0]).toMatchObject({ url: expect.stringContaining(fleet.site.url), depth: 0 })
    const [whole] = json(await run('site.map', { url: fleet.site.url, limit: PAGES, simplify: false }))
    expect(whole).toMatchObject({ map_id: expect.any(String), total_urls: PAGES })
  })

  test('searches, and scrapes what is found', async () => {
    await run('page.scrape', { url: sample('/recipe') })
    const found = await eventuallyFound()
    expect(found[0]).toMatchObject({ url: sample('/recipe'), position: 1 })
    const scraped = json(await run('web.search', { query: 'recipe', scrapeResults: true, numResults: 1 }))
    expect(scraped).toEqual([expect.objectContaining({ markdown: expect.any(String) })])
  })

  async function eventuallyFound(): Promise<IDataObject[]> {
    for (;;) {
      const found = json(await run('web.search', { query: 'recipe' }))
      if (found.length > 0) return found
    }
  }

  test('extracts fields of a page and of content', async () => {
    const schema = '{"name": "string", "price": "number"}'
    const [fetched] = json(await run('page.extract', { url: sample('/product'), schema }))
    expect(fetched).toMatchObject({ formats: { json: { price: expect.any(Number) } } })
    const content =
      '<h1>Kettle</h1><p itemscope itemtype="https://schema.org/Product"><b itemprop="name">Kettle</b></p>'
    const [sent] = json(
      await run('page.extract', { source: 'content', content, by: 'extraction_profile', profile: 'product' }),
    )
    expect(sent).toMatchObject({ extraction_profile: 'product', extraction_result: { name: 'Kettle' } })
  })

  test('reads the usage of the account', async () => {
    const [usage] = json(await run('account.getUsage', {}))
    expect(usage).toMatchObject({ balance: { current_cents: expect.any(Number) } })
  })
})

describe('errors', () => {
  test('are those of the service, with its remedy', async () => {
    const error = await run('page.scrape', { url: 'ftp://example.com/' }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(NodeApiError)
    expect(error).toMatchObject({
      httpCode: '400',
      message: expect.stringContaining('url'),
      description: expect.stringMatching(/^url: .*\nRequest req_/),
      context: { itemIndex: 0 },
    })
  })

  test('of a key that is wrong say so, and do not show it', async () => {
    const wrong = { ...credentials, apiKey: 'sk_live_wrong0000000000000000000000000000' }
    const error = await run('account.getUsage', {}, { credentials: wrong }).catch((thrown) => thrown)
    expect(error).toMatchObject({ httpCode: '401', message: expect.stringMatching(/key/i) })
    expect(JSON.stringify(error) + error.stack).not.toContain(wrong.apiKey)
  })

  test('of a server that is not there name the address', async () => {
    const nowhere = { ...credentials, baseUrl: 'http://127.0.0.1:1' }
    const error = await run('account.getUsage', {}, { credentials: nowhere }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(NodeApiError)
    expect(error.message).toContain('http://127.0.0.1:1')
    expect(JSON.stringify(error) + error.stack).not.toContain(nowhere.apiKey)
  })

  test('become items where the workflow goes on', async () => {
    const urls = [sample('/plain'), 'nonsense']
    const outputs = await run(
      'page.scrape',
      { url: ((index: number) => urls[index]) as never },
      {
        items: [{}, {}],
        continueOnFail: true,
      },
    )
    expect(outputs).toEqual([
      { json: expect.objectContaining({ url: sample('/plain') }), pairedItem: { item: 0 } },
      { json: { error: expect.any(String), description: expect.any(String) }, pairedItem: { item: 1 } },
    ])
    const [failed] = await run(
      'batch.create',
      { urls: 'nonsense' },
      { items: [{}, {}], continueOnFail: true },
    )
    expect(failed).toEqual({
      json: { error: expect.any(String), description: expect.stringContaining('urls') },
      pairedItem: [{ item: 0 }, { item: 1 }],
    })
  })

  test('of a field that is no JSON name the field', async () => {
    const options = { extractionSchema: '{"title": ' }
    await expect(run('page.scrape', { url: sample('/plain'), options })).rejects.toThrow(
      "'Extraction Schema' must be a JSON object",
    )
    await expect(run('batch.create', { urls: '  ' })).rejects.toThrow("'URLs' names no page")
  })

  test('of a wait that is over say where the work is read', async () => {
    const slow = {
      url: sample('/slow?ms=20000'),
      waitAtMost: 1,
      options: { additionalFields: { sync: false } },
    }
    const error = await run('page.scrape', slow).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(NodeOperationError)
    expect(error.description).toMatch(/'Get' of 'Job' reads job [0-9a-f-]{36}/)
  })

  test('end a wait that is cancelled', async () => {
    const slow = { url: sample('/slow?ms=20000'), options: { additionalFields: { sync: false } } }
    const controller = new AbortController()
    const ended = run('page.scrape', slow, {
      signal: controller.signal,
      onRequest: ({ method }) => {
        if (method === 'GET') controller.abort(new Error('cancelled by a person'))
      },
    })
    await expect(ended).rejects.toThrow('cancelled by a person')
  })
})

describe('repeated requests', () => {
  test('of one run are answered and charged once, those of the next run anew', async () => {
    const once = { url: sample('/plain'), options: { additionalFields: { sync: false } } }
    const [first] = json(await run('page.scrape', once))
    const [again] = json(await run('page.scrape', once))
    expect(again!.job_id).toBe(first!.job_id)
    const [next] = json(await run('page.scrape', once, { runIndex: 1 }))
    expect(next!.job_id).not.toBe(first!.job_id)
    const [other] = json(await run('page.scrape', once, { executionId: 'execution-2' }))
    expect(other!.job_id).not.toBe(first!.job_id)
  })

  test('follow a passing refusal, as its Retry-After asks', async () => {
    const seen: unknown[] = []
    const busy = createServer((request, response) => {
      seen.push(request.headers['idempotency-key'])
      const isFirst = seen.length === 1
      response.writeHead(isFirst ? 429 : 200, { 'retry-after': '1', 'content-type': 'application/json' })
      response.end(JSON.stringify(isFirst ? { error: 'RATE_LIMITED', message: 'Wait.' } : { content: 'x' }))
    })
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
    const baseUrl = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`
    const [output] = json(
      await run('page.scrape', { url: page(0) }, { credentials: { ...credentials, baseUrl } }),
    )
    busy.close()
    expect(output).toMatchObject({ markdown: 'x' })
    expect(seen).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), seen[0]])
  })
})

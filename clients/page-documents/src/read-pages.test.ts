import { type FleetWithSite, startFleetWithSite } from '@gleaner/devstack/testing/fleet-with-site'
import { Gleaner, InvalidRequestError, ScrapeError } from '@gleaner/sdk'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { collect, type PageFailure, type PageSource, type ReadOptions, readPages } from './index.ts'

let fleet: FleetWithSite
let client: Gleaner
beforeAll(async () => {
  fleet = await startFleetWithSite()
  client = new Gleaner({ apiKey: fleet.info.api_key, baseUrl: new URL(fleet.info.base_url).origin })
})
afterAll(() => fleet.close())

const read = (source: PageSource, options?: ReadOptions) => collect(readPages(client, source, options))
const sample = (path: string) => fleet.info.sample_site + path
const page = (number: number) => new URL(fleet.site.paths[number]!, fleet.site.url).href

/** Reads, and keeps what is told of failures. */
async function readWithFailures(source: PageSource) {
  const failures: PageFailure[] = []
  return { failures, pages: await read(source, { onFailure: (failure) => failures.push(failure) }) }
}

describe('readPages', () => {
  test('gives a page with what is known of it, and nothing that is not', async () => {
    const [article] = await read({ url: sample('/article') })
    expect(article).toEqual({
      text: expect.stringContaining('# '),
      metadata: {
        source: sample('/article'),
        title: expect.any(String),
        description: expect.any(String),
        author: expect.any(String),
        published_at: expect.any(String),
        status_code: 200,
        job_id: expect.any(String),
        credits: expect.any(Number),
      },
    })
  })

  test.each(['markdown', 'text', 'html'] as const)('gives %s', async (format) => {
    const [one] = await read({ url: sample('/plain') }, { format })
    expect(one!.text.startsWith('<')).toBe(format === 'html')
    expect(one!.text.includes('# ')).toBe(format === 'markdown')
    expect(one!.text.length).toBeGreaterThan(100)
  })

  test('sends the fields of the request, and gives what a schema asks for', async () => {
    const fields = { extraction_schema: { name: 'string', price: 'number' }, external_id: 'mine' }
    const [product] = await read({ url: sample('/product'), fields })
    expect(product!.metadata.data).toMatchObject({ name: expect.any(String), price: expect.any(Number) })
    const { jobs } = await client.jobs.list({ external_id: 'mine' })
    expect(jobs).toHaveLength(1)
  })

  test('gives a list in its order, and tells which pages have failed', async () => {
    const url = [page(1), sample('/status/500'), page(0)]
    const { pages, failures } = await readWithFailures({ url })
    expect(pages.map(({ metadata }) => metadata.source)).toEqual([page(1), page(0)])
    expect(failures).toEqual([
      { url: url[1], message: expect.any(String), code: 'ALL_TIERS_FAILED', jobId: expect.any(String) },
    ])
  })

  test('fails when everything does', async () => {
    const failing = { url: [sample('/status/500'), sample('/status/503')] }
    const error = await readWithFailures(failing).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(ScrapeError)
    expect(error).toMatchObject({ code: 'ALL_TIERS_FAILED', message: expect.stringContaining('all 2 pages') })
    await expect(read({ url: sample('/status/500') })).rejects.toBeInstanceOf(ScrapeError)
    await expect(read({ url: 'ftp://example.com' })).rejects.toBeInstanceOf(InvalidRequestError)
    await expect(read({ mode: 'crawls', url: page(0) } as never)).rejects.toThrow('crawl, map or search')
  })

  test('gives the pages of a crawl one by one', async () => {
    const source = { mode: 'crawl', url: fleet.site.url, fields: { max_pages: 5 } } as const
    const depths: unknown[] = []
    for await (const { text, metadata } of readPages(client, source)) {
      expect(text).toContain('Page ')
      depths.push(metadata.depth)
    }
    expect(depths).toEqual([0, 1, 1, 1, 1])
  })

  test('gives the addresses of a site', async () => {
    const entries = await read({ mode: 'map', url: fleet.site.url, fields: { max_pages: 3 } })
    expect(entries).toHaveLength(3)
    expect(entries[0]).toMatchObject({
      text: expect.any(String),
      metadata: { source: fleet.site.url, found_by: 'link', depth: 0, map_id: expect.any(String) },
    })
  })

  test('gives what a search finds: the pages, or snippets of them', async () => {
    await read({ url: sample('/recipe') })
    const query = { mode: 'search', query: 'recipe' } as const
    const pages = await eventuallySome(query)
    expect(pages[0]).toMatchObject({
      text: expect.stringContaining('# '),
      metadata: {
        source: sample('/recipe'),
        position: 1,
        job_id: expect.any(String),
        credits: expect.any(Number),
      },
    })
    const [snippet] = await read({ ...query, fields: { scrape_results: false } })
    expect(snippet!.text.length).toBeLessThan(pages[0]!.text.length)
    expect(snippet!.metadata).not.toHaveProperty('job_id')
  })

  async function eventuallySome(source: PageSource) {
    for (;;) {
      const pages = await read(source)
      if (pages.length > 0) return pages
    }
  }
})

import { type FleetWithSite, startFleetWithSite } from '@gleaner/devstack/testing/fleet-with-site'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Document } from '@langchain/core/documents'
import { RunnableLambda } from '@langchain/core/runnables'
import { GleanerLoader, GleanerRetriever } from './index.ts'

let fleet: FleetWithSite
let login: { apiKey: string; baseUrl: string }
beforeAll(async () => {
  fleet = await startFleetWithSite()
  login = { apiKey: fleet.info.api_key, baseUrl: new URL(fleet.info.base_url).origin }
})
afterAll(() => fleet.close())

const recipe = () => `${fleet.info.sample_site}/recipe`

test('the loader gives documents of LangChain', async () => {
  const documents = await new GleanerLoader({
    ...login,
    mode: 'crawl',
    url: fleet.site.url,
    fields: { max_pages: 3 },
    format: 'text',
  }).load()
  expect(documents).toHaveLength(3)
  for (const document of documents) expect(document).toBeInstanceOf(Document)
  expect(documents[0]).toMatchObject({
    id: fleet.site.url,
    pageContent: expect.stringMatching(/^(?!#).*Page 0/s),
    metadata: { source: fleet.site.url, title: expect.any(String), status_code: 200, depth: 0 },
  })
})

test('the loader gives them one by one, and may be left in the middle', async () => {
  const loader = new GleanerLoader({ ...login, mode: 'crawl', url: fleet.site.url, fields: { max_pages: 4 } })
  const documents = loader.lazyLoad()
  expect((await documents.next()).value).toBeInstanceOf(Document)
  expect(await documents.return()).toEqual({ done: true, value: undefined })
})

test('the loader tells the waiting caller how far it is, and of pages that fail', async () => {
  const states: unknown[] = []
  const failed: unknown[] = []
  const documents = await new GleanerLoader({
    ...login,
    url: [recipe(), `${fleet.info.sample_site}/status/500`],
    onProgress: ({ status }) => states.push(status),
    onFailure: ({ url }) => failed.push(url),
  }).load()
  expect(documents).toHaveLength(1)
  expect(states.at(-1)).toBe('partially_failed')
  expect(failed).toEqual([`${fleet.info.sample_site}/status/500`])
})

test('the retriever takes its place in a chain', async () => {
  await new GleanerLoader({ ...login, url: recipe() }).load()
  const retriever = new GleanerRetriever({ ...login, fields: { num_results: 2, scrape_results: false } })
  const chain = retriever.pipe(
    RunnableLambda.from((documents: Document[]) => documents.map(({ metadata }) => metadata.source)),
  )
  for (;;) {
    const sources = await chain.invoke('recipe')
    if (sources.length === 0) continue
    expect(sources).toEqual([recipe()])
    break
  }
  const whole = await new GleanerRetriever(login).invoke('recipe')
  expect(whole[0]).toMatchObject({ id: recipe(), metadata: { position: 1, job_id: expect.any(String) } })
})

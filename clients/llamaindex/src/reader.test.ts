import { type FleetWithSite, startFleetWithSite } from '@gleaner/devstack/testing/fleet-with-site'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { SentenceSplitter } from '@llamaindex/core/node-parser'
import { Document, MetadataMode } from '@llamaindex/core/schema'
import { GleanerReader } from './index.ts'

let fleet: FleetWithSite
let reader: GleanerReader
beforeAll(async () => {
  fleet = await startFleetWithSite()
  reader = new GleanerReader({ apiKey: fleet.info.api_key, baseUrl: new URL(fleet.info.base_url).origin })
})
afterAll(() => fleet.close())

test('gives documents that LlamaIndex splits into nodes of their pages', async () => {
  const url = `${fleet.info.sample_site}/article`
  const documents = await reader.loadData({ url }, { format: 'text' })
  expect(documents).toEqual([expect.any(Document)])
  expect(documents[0]).toMatchObject({ id_: url, metadata: { source: url, title: expect.any(String) } })
  const nodes = new SentenceSplitter({ chunkSize: 200, chunkOverlap: 20 }).getNodesFromDocuments(documents)
  expect(nodes.length).toBeGreaterThan(1)
  for (const node of nodes) expect(node.sourceNode?.nodeId).toBe(url)
  expect(documents[0]!.getContent(MetadataMode.ALL)).toContain(`source: ${url}`)
})

test('gives the pages of a crawl one by one', async () => {
  const ids: string[] = []
  const source = { mode: 'crawl', url: fleet.site.url, fields: { max_pages: 3 } } as const
  for await (const document of reader.lazyLoadData(source)) ids.push(document.id_)
  expect(ids).toHaveLength(3)
  expect(ids[0]).toBe(fleet.site.url)
})

import { afterAll, beforeAll } from '@jest/globals'
import { type CrawledSites, describeCrawls, startCrawledSites } from './crawls.ts'
import { type StackUnderTest, startStackUnderTest } from './stack-under-test.ts'

const ENDLESS = ['calendar in the query', 'session in the path', 'random words', 'facets of a shop']

let sites: CrawledSites
let stack: StackUnderTest
beforeAll(async () => {
  sites = await startCrawledSites(ENDLESS)
  stack = await startStackUnderTest(sites.hosts)
})
afterAll(async () => {
  await stack.close()
  await sites.close()
})

describeCrawls(
  () => stack,
  ENDLESS,
  () => sites,
)

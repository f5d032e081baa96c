import { freePort } from '@gleaner/local-servers/free-port'
import { afterAll, beforeAll, expect } from '@jest/globals'
import { type CountedSite, describeBatchConcurrency, startCountedSite } from './batch-concurrency.ts'
import { describeChangeTracking } from './change-tracking.ts'
import { type CrawledSites, describeCrawls, startCrawledSites } from './crawls.ts'
import { describeFairness } from './fairness.ts'
import { describeFirecrawl } from './firecrawl/firecrawl-client.ts'
import { describeRecurringWork } from './recurring-work.ts'
import { isRunning } from './run-stack.ts'
import { describeSamples } from './samples.ts'
import { describeKills, describeScrapes } from './scrapes.ts'
import { describeShownMetrics } from './shown-metrics.ts'
import { type StackUnderTest, startStackUnderTest } from './stack-under-test.ts'
import { describeTraces } from './traces.ts'

/** Of the endless sites; `npm run test:long` crawls more. */
const ENDLESS = ['calendar in the query', 'random words']

// One stack for all: starting one is what takes the time. Each part looks at its own accounts and pages.
let stack: StackUnderTest
let sites: CrawledSites
let counted: CountedSite
let receiverPort: number
beforeAll(async () => {
  sites = await startCrawledSites(ENDLESS)
  counted = await startCountedSite()
  receiverPort = await freePort()
  stack = await startStackUnderTest([...sites.hosts, ...counted.hosts, `127.0.0.1:${receiverPort}`])
})
afterAll(async () => {
  // The supervisor is this process.
  const { supervisor, ...started } = stack.fleet.info.pids
  await stack.close()
  await sites.close()
  await counted.close()
  const left = Object.values(started).map(isRunning)
  expect(left).toEqual(left.map(() => false))
})

const running = () => stack

describeTraces(running, () => receiverPort)
describeScrapes(running)
describeKills(running)
describeBatchConcurrency(running, () => counted)
describeRecurringWork(running)
describeChangeTracking(running)
describeCrawls(running, ENDLESS, () => sites)
describeSamples(running, () => receiverPort)
describeFirecrawl(running, () => receiverPort)
// The last of those that fetch, as it leaves much that hangs.
describeFairness(running)
describeShownMetrics(running)

import type { DoorCall, DoorHandler } from '../call.ts'
import { getCrawl, postCrawl } from './crawl.ts'
import { postScrape } from './scrape.ts'

/** A call whose body has all its fields beside each other. */
function flattened(call: DoorCall): DoorCall {
  return {
    ...call,
    dialect: 'v1',
    async body() {
      const { pageOptions, crawlerOptions, ...body } = await call.body()
      const { includes, excludes, ...crawler } = Object(crawlerOptions) as Record<string, unknown>
      return {
        ...body,
        ...Object(pageOptions),
        ...crawler,
        ...(includes !== undefined && { includePaths: includes }),
        ...(excludes !== undefined && { excludePaths: excludes }),
      }
    },
  }
}

/** POST /api/v0/scrape. */
export const postScrapeV0: DoorHandler = (call) => postScrape(flattened(call))

/** What the published service has where nothing is said. */
const USUAL = { maxDepth: 2, limit: 10 }

/** POST /api/v0/crawl. */
export const postCrawlV0: DoorHandler = (call) => {
  const flat = flattened(call)
  return postCrawl({ ...flat, body: async () => ({ ...USUAL, ...(await flat.body()) }) })
}

/** GET /api/v0/crawl/{id}. */
export const getCrawlV0: DoorHandler = (call) => getCrawl({ ...call, dialect: 'v1' })

import { account } from './account.ts'
import { cancelWork } from './cancel-work.ts'
import { checkWork } from './check-work.ts'
import { crawlSite } from './crawl-site.ts'
import { estimateCost } from './estimate-cost.ts'
import { extract } from './extract.ts'
import { listResults } from './list-results.ts'
import { mapSite } from './map-site.ts'
import { readPage } from './read-page.ts'
import { scrape } from './scrape.ts'
import { scrapeBatch } from './scrape-batch.ts'
import { search } from './search.ts'
import type { Tool } from './tool.ts'

/** All tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  scrape,
  readPage,
  search,
  mapSite,
  extract,
  scrapeBatch,
  crawlSite,
  checkWork,
  listResults,
  cancelWork,
  estimateCost,
  account,
]

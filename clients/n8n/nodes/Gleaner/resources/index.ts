import type { Resource } from '../operation.ts'
import { account } from './account.ts'
import { batch } from './batch.ts'
import { crawl } from './crawl.ts'
import { job } from './job.ts'
import { page } from './page.ts'
import { site } from './site.ts'
import { web } from './web.ts'

/** What the node can do. Alphabetical, as n8n shows it. */
export const RESOURCES: readonly Resource[] = [account, batch, crawl, job, page, site, web]

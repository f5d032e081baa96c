import type { StandingCaller } from '@gleaner/accounts'
import { type CrawlPlan, MICROS_PER_CREDIT, uuidv7 } from '@gleaner/contracts'
import type { NewCrawl } from '@gleaner/crawl'
import { estimateScrape } from '@gleaner/jobs'
import type { IntakeContext } from '../context.ts'

/** A crawl of a plan that has been checked. It is expected to have as many pages as it may, at the tier that the start page probably needs. */
export async function makeCrawl(
  { jobs }: Pick<IntakeContext, 'jobs'>,
  { accountId, apiKeyId, test }: Pick<StandingCaller, 'accountId' | 'apiKeyId' | 'test'>,
  plan: CrawlPlan,
  webhookUrl: string | undefined,
): Promise<NewCrawl> {
  const { estimated_credits } = await estimateScrape(jobs.pool, plan.scrape)
  const credits = Math.min(estimated_credits * plan.max_pages, plan.max_credits ?? Number.POSITIVE_INFINITY)
  const estimatedMicros = credits * MICROS_PER_CREDIT
  return { id: uuidv7(), accountId, apiKeyId, test, webhookUrl, estimatedMicros, plan }
}

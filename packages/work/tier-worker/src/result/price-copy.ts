import { FREE_COPIES, priceOfCopy } from '@gleaner/billing'
import { timesShown } from '@gleaner/crawl/frontier/times-shown'
import { retryWhileUnavailable } from '@gleaner/db'
import type { PageFindings } from '@gleaner/extract'
import type { ClaimedJob, Delivery } from '@gleaner/jobs'
import type { TierContext } from '../context.ts'
import { PATIENCE_MS } from '../patience.ts'

/** A delivery at its price: a page of a crawl that shows what another one has shown before is no content that anybody pays for. */
export async function priceCopy(
  { jobs }: Pick<TierContext, 'jobs'>,
  job: Pick<ClaimedJob, 'id' | 'batchId'>,
  delivery: Omit<Delivery, 'attempt'>,
): Promise<Omit<Delivery, 'attempt'>> {
  const { findings, costMicros } = delivery
  if (findings === undefined || job.batchId === null || costMicros === 0) return delivery
  const { signature }: PageFindings = JSON.parse(findings)
  if (!signature) return delivery
  const page = { crawlId: job.batchId, jobId: job.id, signature: signature.exact }
  const times = await retryWhileUnavailable(() => timesShown(jobs.pool, page, FREE_COPIES), PATIENCE_MS)
  return times === 0 ? delivery : { ...delivery, costMicros: priceOfCopy(costMicros, times) }
}

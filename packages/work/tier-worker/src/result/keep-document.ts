import type { ClaimedJob } from '@gleaner/jobs'
import type { TierContext } from '../context.ts'
import { type Fetched, isForeign } from './fetched.ts'

/**
 * Keeps the bytes of a page that is a file (PDF, office document, picture), for exports, where it may become part of a batch or crawl: as an item
 * of one, or answered from the cache. Gives its link. Nothing is lost with a store that fails but the file: the job is delivered all the same.
 */
export async function keepDocument(
  { artifacts, logger }: Pick<TierContext, 'artifacts' | 'logger'>,
  job: ClaimedJob,
  fetched: Fetched,
): Promise<string | undefined> {
  const mayBeExported = job.batchId !== null || job.spec.cache
  if (!mayBeExported || job.spec.supplied || isForeign(fetched)) return undefined
  try {
    return await artifacts.storeDocument(job.id, fetched.page)
  } catch (error) {
    logger.warn({ err: error, jobId: job.id }, 'a document could not be kept')
    return undefined
  }
}

import { retryWhileUnavailable } from '@gleaner/db'
import type { ClaimedJob } from '@gleaner/jobs'
import type { TierContext } from '../context.ts'
import { PATIENCE_MS } from '../patience.ts'
import { type Fetched, isForeign } from './fetched.ts'

/**
 * Archives the page of a job that is about to be delivered, where its account wants that. Nothing is lost with an archive that fails but the
 * archived page: the job is delivered all the same.
 */
export async function archivePage(
  { archiver, logger }: Pick<TierContext, 'archiver' | 'logger'>,
  job: ClaimedJob,
  fetched: Fetched,
): Promise<void> {
  if (job.test || job.spec.supplied || isForeign(fetched)) return
  const { finalUrl, status, headers, body } = fetched.page
  const { id: jobId, accountId, batchId, url } = job
  const contentType = headers['content-type']
  const page = { jobId, accountId, batchId, url, finalUrl, status, contentType, body }
  try {
    if (await archiver.takes(accountId)) await retryWhileUnavailable(() => archiver.keep(page), PATIENCE_MS)
  } catch (error) {
    logger.warn({ err: error, jobId }, 'a page could not be archived')
  }
}

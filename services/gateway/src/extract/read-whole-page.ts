import type { PageResult } from '@gleaner/contracts'
import { type FinishedJob, type JobsContext, readPage } from '@gleaner/jobs'

/** The page of a job, parsed: that of an extraction is bounded (`LIMITS.extractResult`). */
export async function readWholePage(pool: JobsContext['pool'], job: FinishedJob): Promise<PageResult> {
  if (job.page !== undefined) return JSON.parse(job.page)
  const pieces: Buffer[] = []
  for await (const piece of readPage(pool, job, 0)) pieces.push(piece)
  return JSON.parse(Buffer.concat(pieces).toString('utf8'))
}

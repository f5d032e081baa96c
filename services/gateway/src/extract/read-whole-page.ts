import { type FinishedJob, type JobsContext, readPage } from '@gleaner/jobs'

/** The page of a job as JSON text: that of an extraction is bounded (`LIMITS.extractResult`). */
export async function readWholePage(pool: JobsContext['pool'], job: FinishedJob): Promise<Buffer> {
  if (job.page !== undefined) return Buffer.from(job.page)
  const pieces: Buffer[] = []
  for await (const piece of readPage(pool, job, 0)) pieces.push(piece)
  return Buffer.concat(pieces)
}

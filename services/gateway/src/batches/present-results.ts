import type { BatchResults } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { frameJob, type JobReading, presentExpired, presentJob, readJobsOfBatch } from '@gleaner/jobs'
import type { PagePart } from '../send-page.ts'

/** Jobs that are read at once, with pages of up to 1 MB each; larger ones are sent piece by piece. */
const JOBS_AT_ONCE = 8

/** Jobs of a batch as the parts of a reply: a JSON object that begins with `head`, or, without one, JSON lines. */
export async function* presentResults(
  db: Queryable,
  batchId: string,
  { offset, limit }: { offset: number; limit: number },
  head: Omit<BatchResults, 'results'> | undefined,
): AsyncGenerator<string | PagePart> {
  let between = ''
  const end = offset + limit
  for (let from = offset; from < end; from += JOBS_AT_ONCE) {
    const readings = await readJobsOfBatch(db, batchId, { from, limit: Math.min(JOBS_AT_ONCE, end - from) })
    // Not before the first read: until then another reply can be given.
    if (head && from === offset) yield `${JSON.stringify(head).slice(0, -1)},"results":[`
    for (const reading of readings) {
      const part = presentReading(reading)
      if (part === undefined) continue
      if (between !== '') yield between
      yield part
      if (head) between = ','
      else yield '\n'
    }
    if (readings.length < JOBS_AT_ONCE) break
  }
  if (head) yield ']}'
}

function presentReading(reading: JobReading): string | PagePart | undefined {
  switch (reading.kind) {
    case 'open':
      return presentJob({ row: reading.row })
    case 'finished': {
      const { job } = reading
      return job.pageBytes ? { job, frame: frameJob(job) } : presentJob(job)
    }
    case 'expired':
      return presentExpired(reading.row)
    case 'unknown':
      return undefined
  }
}

import type { BatchItemStatus } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import {
  frameJob,
  type JobReading,
  presentExpired,
  presentJob,
  readJobsOfBatch,
  readJobsOfBatchByStatus,
} from '@gleaner/jobs'
import type { ManyResults } from '../present-many.ts'
import type { PagePart } from '../send-page.ts'

/** The jobs of a batch with their results, all or those of a status. */
export function resultsOf(
  db: Queryable,
  batchId: string,
  status: BatchItemStatus | undefined,
): ManyResults<JobReading> {
  return {
    read: (range) =>
      status === undefined
        ? readJobsOfBatch(db, batchId, range)
        : readJobsOfBatchByStatus(db, batchId, status, range),
    present: presentReading,
  }
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

import { type FinishedJob, type JobsContext, type PageFrame, readPage } from '@gleaner/jobs'
import { createLocalFairSemaphore, type LocalFairSemaphore } from '@gleaner/runtime'
import type { Response } from 'express'
import { writeChunk } from './write-chunk.ts'

/** Sends results with large stored pages, of which the process holds a piece at a time. */
export interface PageSender {
  /** Throws ClientClosed, also when the caller takes less than 140 KB/s: others wait for the permit. */
  send(response: Response, job: FinishedJob, frame: PageFrame, signal: AbortSignal): Promise<void>
}

/** Large replies at once, and for one account. Each holds up to three pieces of 4 MB: two in clients' buffers. */
const REPLIES = { permits: 12, perShare: 4 }
/** Each makes Postgres unfold the page, 50 MB of its memory. */
const PIECE_READS = { permits: 2 }

export function createPageSender({ jobs }: { jobs: Pick<JobsContext, 'pool'> }): PageSender {
  const replies = createLocalFairSemaphore(REPLIES)
  const reads = createLocalFairSemaphore(PIECE_READS)
  return {
    async send(response, job, frame, signal) {
      using _permit = await replies.acquire(job.row.accountId, signal)
      const [before, after] = [Buffer.from(frame.before), Buffer.from(frame.after)]
      // The page's first brace has been written by what stands before it.
      const pieces = readPage(jobs.pool, job, 1)
      const next = () => nextPiece(pieces, reads, job.row.accountId, signal)
      // A page that cannot be read is to be found out while another reply can still be given.
      const first = await next()
      response.type('application/json')
      response.setHeader('Content-Length', before.length + job.pageBytes! - 1 + after.length)
      await writeChunk(response, before, signal)
      for (let piece = first; piece; piece = await next()) await writeChunk(response, piece, signal)
      response.end(after)
    },
  }
}

async function nextPiece(
  pieces: AsyncGenerator<Buffer, void, undefined>,
  reads: LocalFairSemaphore,
  share: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  using _permit = await reads.acquire(share, signal)
  const { value } = await pieces.next()
  return value ?? undefined
}

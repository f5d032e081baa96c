import { type FinishedJob, type JobsContext, type PageFrame, readPage } from '@gleaner/jobs'
import { openPlaces, type Places, type TimedPlaces } from '@gleaner/queue/work'
import type { Response } from 'express'
import { writeChunk } from './write-chunk.ts'

/** Sends results with large stored pages, of which the process holds a piece at a time. */
export interface PageSender {
  /** Throws ClientClosed, also when the caller takes less than 140 KB/s, or too long altogether: others wait for the place. */
  send(response: Response, job: FinishedJob, frame: PageFrame, signal: AbortSignal): Promise<void>
  /** The same for a reply of any number of pages, and of texts between them. */
  sendMany(
    response: Response,
    share: string,
    type: string,
    parts: AsyncIterable<string | PagePart>,
    signal: AbortSignal,
  ): Promise<void>
  /** A large stored page as UTF-8 from a byte on, a piece at a time. */
  pieces(job: FinishedJob, start: number, signal: AbortSignal): AsyncGenerator<Buffer, void, undefined>
  /** Sends a reply that holds no more than pages do in one of their places. Its signal aborts when it has taken too long altogether. */
  inPlace: TimedPlaces['with']
}

/** A large stored page with what stands around it. */
export interface PagePart {
  job: FinishedJob
  frame: PageFrame
}

export function createPageSender(
  { jobs }: { jobs: Pick<JobsContext, 'pool'> },
  replies: Pick<TimedPlaces, 'with'> = openPlaces('reply'),
): PageSender {
  const reads = openPlaces('page-piece')

  /** The page's first brace has been written by what stands before it. */
  function piecesOf(job: FinishedJob, signal: AbortSignal): () => Promise<Buffer | undefined> {
    const pieces = readPage(jobs.pool, job, 1)
    return () => nextPiece(pieces, reads, job.row.accountId, signal)
  }

  async function* piecesFrom(job: FinishedJob, start: number, signal: AbortSignal) {
    const pieces = readPage(jobs.pool, job, start)
    for (;;) {
      const piece = await nextPiece(pieces, reads, job.row.accountId, signal)
      if (!piece) return
      yield piece
    }
  }

  async function sendPart(response: Response, { job, frame }: PagePart, signal: AbortSignal): Promise<void> {
    const next = piecesOf(job, signal)
    await writeChunk(response, Buffer.from(frame.before), signal)
    for (let piece = await next(); piece; piece = await next()) await writeChunk(response, piece, signal)
    await writeChunk(response, Buffer.from(frame.after), signal)
  }

  return {
    pieces: piecesFrom,
    inPlace: replies.with,
    send: (response, job, frame, signal) =>
      replies.with(job.row.accountId, signal, async (within) => {
        const [before, after] = [Buffer.from(frame.before), Buffer.from(frame.after)]
        const next = piecesOf(job, within)
        // A page that cannot be read is to be found out while another reply can still be given.
        const first = await next()
        response.type('application/json')
        response.setHeader('Content-Length', before.length + job.pageBytes! - 1 + after.length)
        await writeChunk(response, before, within)
        for (let piece = first; piece; piece = await next()) await writeChunk(response, piece, within)
        response.end(after)
      }),
    sendMany: (response, share, type, parts, signal) =>
      replies.with(share, signal, async (within) => {
        response.type(type)
        for await (const part of parts) {
          if (typeof part === 'string') await writeChunk(response, Buffer.from(part), within)
          else await sendPart(response, part, within)
        }
        response.end()
      }),
  }
}

async function nextPiece(
  pieces: AsyncGenerator<Buffer, void, undefined>,
  reads: Places,
  share: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  using _permit = await reads.acquire(share, signal)
  const { value } = await pieces.next()
  return value ?? undefined
}

import { logLength } from '@gleaner/batches'
import { ApiError, isUuid, uuidOfBatch } from '@gleaner/contracts'
import { untilAborted } from '@gleaner/runtime/until'
import type { Response } from 'express'
import type { Context, Handler } from '../context.ts'
import type { FollowedBatch } from '../live/follow-batch.ts'
import { completeEvent, progressEvents } from '../streams/batch-events.ts'
import { createEventWriter, type EventWriter } from '../streams/event-writer.ts'
import { checkLastEventId, lastEventId } from '../streams/last-event-id.ts'
import { type OpenStream, StreamEnded } from '../streams/open-streams.ts'

/**
 * Until when the batch has to be found. Long, as a browser's EventSource gives up on any refusal, and many come at once when another server
 * has stopped; less than the gateway waits. In ms.
 */
const FIND_MS = 8_000

/** GET /batch/{batch_id}/stream. A batch of another account is as unknown as one that never was. */
export const streamBatch: Handler<'streamBatch'> = (ctx, call) =>
  streamLog(ctx, call, { kind: 'batch', id: uuidOfBatch(call.params.batch_id) })

/** GET /crawl/{crawl_id}/stream. */
export const streamCrawl: Handler<'streamCrawl'> = (ctx, call) =>
  streamLog(ctx, call, { kind: 'crawl', id: call.params.crawl_id })

/** What is followed; `id` is undefined for what cannot be one. */
interface Followed {
  kind: 'batch' | 'crawl'
  id: string | undefined
}

type Call = Omit<Parameters<Handler<'streamBatch'>>[1], 'params'>

async function streamLog(ctx: Context, call: Call, followed: Followed): Promise<void> {
  const { caller, query, request, response, signal } = call
  const seq = lastEventId(request.get('Last-Event-ID'), query.last_event_id)
  using stream = ctx.streams.open(caller, signal)
  using batch = await findBatch(ctx, caller.accountId, followed, stream)
  const { head } = batch
  const last = logLength(head) + (head.finished ? 1 : 0)
  checkLastEventId(seq, last)
  if (head.finished && seq === last) return endReply(response, 204)
  if (request.method === 'HEAD') return endReply(response.type('text/event-stream'), 200)
  const writer = createEventWriter(response)
  try {
    await sendLog(batch, seq, writer, stream.signal)
  } catch (error) {
    if (!(error instanceof StreamEnded)) throw error
    writer.end(error.message)
  }
}

async function findBatch(
  { hub }: Pick<Context, 'hub'>,
  accountId: string,
  { kind, id }: Followed,
  stream: OpenStream,
): Promise<FollowedBatch> {
  const late = () =>
    stream.end(new ApiError('SERVICE_UNAVAILABLE', `The ${kind} could not be read; try again in a moment.`))
  const timer = setTimeout(late, FIND_MS)
  try {
    const isId = id !== undefined && isUuid(id)
    const batch = isId && (await hub.followBatch({ accountId, id: id.toLowerCase() }, stream.signal))
    if (batch && batch.head.kind === kind) return batch
    if (batch) batch[Symbol.dispose]()
  } catch (error) {
    throw error instanceof StreamEnded ? error.refusal : error
  } finally {
    clearTimeout(timer)
  }
  throw new ApiError('NOT_FOUND', `There is no such ${kind} in this account.`)
}

async function sendLog(
  batch: FollowedBatch,
  seq: number,
  writer: EventWriter,
  signal: AbortSignal,
): Promise<void> {
  const log = batch.log(seq)
  for (;;) {
    const { done, value } = await untilAborted(log.next(), signal)
    if (!done) await writer.write(progressEvents(value.entries, value.total), signal)
    else if (value) {
      await writer.write(completeEvent(value), signal)
      return writer.end()
    } else throw new StreamEnded('gone')
  }
}

function endReply(response: Response, status: number): void {
  response.status(status).end()
}

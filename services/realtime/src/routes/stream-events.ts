import { ApiError, FEED_CURSOR } from '@gleaner/contracts'
import type { Handler } from '../context.ts'
import { accountFeed, type FeedMessage } from '../feed/account-feed.ts'
import { placeOf } from '../feed/feed.ts'
import { TOO_MANY_FEEDS } from '../feed/open-feeds.ts'
import { createEventWriter } from '../streams/event-writer.ts'
import { StreamEnded } from '../streams/open-streams.ts'

const RETRY_SECONDS = 5

/** GET /events: what the WebSocket tells as the feed of the account. */
export const streamEvents: Handler<'streamEvents'> = async (ctx, call) => {
  const { caller, query, request, response, signal } = call
  const { accountId } = caller
  const { cursor, kinds, statuses, results } = query
  const from = placeOf(lastCursor(request.get('Last-Event-ID')) ?? cursor)
  using stream = ctx.streams.open(caller, signal)
  const giveBack = ctx.feeds.take(accountId)
  if (!giveBack)
    throw new ApiError('CONCURRENCY_LIMITED', TOO_MANY_FEEDS, { retry_after_seconds: RETRY_SECONDS })
  const parts = accountFeed({ ...ctx, accountId }, { from, kinds, statuses, results }, stream.signal)
  try {
    // What is read first may fail, and is then refused as any request is.
    let { value: make } = await parts.next()
    if (request.method === 'HEAD') return void response.type('text/event-stream').status(200).end()
    const writer = createEventWriter(response)
    try {
      for (; make; { value: make } = await parts.next()) {
        const messages = await ctx.makers.with(accountId, stream.signal, make)
        if (messages.length > 0) await writer.write(eventsOf(messages), stream.signal)
      }
    } catch (error) {
      const reason = stream.signal.aborted ? stream.signal.reason : error
      if (!(reason instanceof StreamEnded)) throw reason
      writer.end(reason.message)
    }
  } finally {
    await parts.return()
    giveBack()
  }
}

function lastCursor(header: string | undefined): string | undefined {
  if (!header) return undefined
  if (FEED_CURSOR.test(header)) return header
  const message = 'is not an id of this stream'
  throw new ApiError('INVALID_REQUEST', `Last-Event-ID: ${message}. Leave it out to begin now.`, {
    issues: [{ path: 'Last-Event-ID', message }],
  })
}

/** JSON text holds no raw line feed. */
function eventsOf(messages: readonly FeedMessage[]): Buffer {
  const events = messages.map(({ type, cursor, text }) => `id: ${cursor}\nevent: ${type}\ndata: ${text}\n\n`)
  return Buffer.from(events.join(''))
}

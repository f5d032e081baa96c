import type { Caller } from '@gleaner/accounts'
import { presentCounts } from '@gleaner/batches'
import { RETENTION } from '@gleaner/contracts'
import { isDatabaseUnavailable } from '@gleaner/db'
import { documentOfJob } from '@gleaner/firecrawl/documents/document-of'
import type { SocketTarget } from '@gleaner/firecrawl/socket-path'
import type { WebSocket } from 'ws'
import { CLOSE, type Close } from '../ws/close-codes.ts'
import type { Connection, ConnectionContext } from '../ws/connection.ts'
import { createOutbox } from '../ws/outbox.ts'
import { closeInWords, NOT_FOUND, sendError } from './close-in-words.ts'

/** Items whose documents are made together. */
const TOGETHER = 4

/**
 * Tells a client of Firecrawl's API what becomes of a crawl or batch: `catchup` with how far it is, a `document` for each page, those of
 * before first, and a close frame that holds `done`.
 */
export function serveFirecrawl(
  ctx: ConnectionContext,
  socket: WebSocket,
  caller: Caller,
  target: SocketTarget,
): Connection {
  const outbox = createOutbox(socket, ctx.makers, caller.accountId)
  const leaving = new AbortController()
  let isAlive = true
  ctx.noteUse(caller)
  const close = (why: Close | typeof NOT_FOUND) => closeInWords(socket, why)
  follow(ctx, outbox, caller.accountId, target, leaving.signal)
    .then((isKnown) => {
      if (isKnown) return socket.close(1000, '{"type":"done"}')
      sendError(socket, target, NOT_FOUND.reason)
      close(NOT_FOUND)
    })
    .catch((error: unknown) => {
      if (leaving.signal.aborted) return
      ctx.logger.error({ err: error, [target.kind]: target.id }, 'a subscription ended by an error')
      close(isDatabaseUnavailable(error) ? CLOSE.unavailable : CLOSE.internal)
    })
  for (const sign of ['message', 'ping', 'pong'] as const)
    socket.on(sign, () => {
      isAlive = true
    })
  socket.on('error', () => {})
  socket.on('close', () => leaving.abort())
  return {
    caller,
    close,
    beat() {
      if (!isAlive) return socket.terminate()
      isAlive = false
      socket.ping()
    },
    get waiting() {
      return outbox.waiting
    },
    get stalledSince() {
      return outbox.stalledSince
    },
  }
}

/** What is followed by which path. Clients of the older dialect follow batches as crawls. */
const FOLLOWED: Readonly<Record<SocketTarget['kind'], ReadonlySet<string>>> = {
  crawl: new Set(['crawl', 'batch']),
  batch: new Set(['batch']),
}

type Outbox = ReturnType<typeof createOutbox>

async function follow(
  { hub, updates }: ConnectionContext,
  outbox: Outbox,
  accountId: string,
  { kind, id, dialect }: SocketTarget,
  signal: AbortSignal,
): Promise<boolean> {
  if (id === undefined) return false
  using batch = await hub.followBatch({ accountId, id }, signal)
  if (!batch || !FOLLOWED[kind].has(batch.head.kind)) return false
  const { total, completed } = presentCounts(batch.head)
  // Documents of before follow one by one, so that the whole of a large crawl is never one message.
  const state = {
    success: true,
    status: 'scraping',
    total,
    completed,
    expiresAt: new Date(createdAt(id) + RETENTION.resultMs).toISOString(),
    data: [],
  }
  outbox.send(JSON.stringify({ type: 'catchup', data: state }))
  const log = batch.log(0)
  for (;;) {
    const { value, done } = await log.next()
    if (done) return true
    const ended = value.entries.filter(({ status }) => status === 'succeeded')
    for (let from = 0; from < ended.length; from += TOGETHER) {
      const some = ended.slice(from, from + TOGETHER)
      await outbox.sendWhenRoom(async () => {
        const made = await Promise.all(
          some.map(({ jobId }) => updates.ended({ accountId, id: jobId, withPage: true })),
        )
        return made.flatMap((update) => messageOf(update, dialect))
      }, signal)
    }
  }
}

/** What is too large for a message is read by who polls. */
function messageOf(update: Buffer | undefined, dialect: SocketTarget['dialect']): string[] {
  if (update === undefined) return []
  const { result } = JSON.parse(update.toString()) as Parameters<typeof documentOfJob>[0]
  const data = result ? documentOfJob({ result }, dialect) : undefined
  return data ? [JSON.stringify({ type: 'document', data })] : []
}

/** The time that is in an id. In ms. */
function createdAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}

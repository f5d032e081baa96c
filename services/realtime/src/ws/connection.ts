import type { Caller } from '@gleaner/accounts'
import type { LiveMessage } from '@gleaner/contracts'
import { isDatabaseUnavailable, type Queryable } from '@gleaner/db'
import type { Places } from '@gleaner/queue/work'
import type { Logger } from '@gleaner/runtime'
import type { RawData, WebSocket } from 'ws'
import { type OpenFeeds, TOO_MANY_FEEDS } from '../feed/open-feeds.ts'
import { tellFeed } from '../feed/tell-feed.ts'
import type { LiveHub } from '../live/hub.ts'
import { CLOSE, type Close } from './close-codes.ts'
import { followTarget, type Subscription } from './follow-target.ts'
import type { JobUpdates } from './job-updates.ts'
import { createOutbox } from './outbox.ts'
import { type Action, type BadAction, nameOf, parseAction, type Target } from './parse-action.ts'
import { createTokenBucket } from './token-bucket.ts'
import { unixSeconds } from './unix-seconds.ts'

/** One client's WebSocket. */
export interface Connection {
  readonly caller: Caller
  close(close: Close): void
  /** Asks for a sign of life, and gives one; ends a connection that has given none since it was asked last. */
  beat(): void
  /** See `Outbox`. */
  readonly waiting: number
  readonly stalledSince: number | undefined
}

export interface ConnectionContext {
  hub: LiveHub
  pool: Queryable
  updates: JobUpdates
  /** Places for messages that are made. */
  makers: Places
  logger: Logger
  /** A client has asked for something. */
  noteUse(caller: Caller): void
  feeds: OpenFeeds
  /** Whether the account may send one more message over all its connections. */
  takeMessage(accountId: string): boolean
}

/** All items of a whole batch, one by one. */
const SUBSCRIPTIONS_MAX = 1_000
/** A thousand subscriptions at once are well; protocol pings count as messages. */
const MESSAGES = { burst: 2_000, perSecond: 20 }
/** Messages above the limit are refused in words so often, and then the connection is closed. */
const REFUSED_MAX = 50

/** Serves one client, who was verified as `caller`, until its socket closes. */
export function serveConnection(ctx: ConnectionContext, socket: WebSocket, caller: Caller): Connection {
  const outbox = createOutbox(socket, ctx.makers, caller.accountId)
  const subscriptions = new Map<string, AbortController>()
  const messages = createTokenBucket(MESSAGES)
  let refused = 0
  let isAlive = true
  const send = (message: LiveMessage) => outbox.send(JSON.stringify(message))
  const follower = { ...ctx, accountId: caller.accountId, outbox, send }

  function fail(code: string, message: string, about: BadAction['about'] = {}): void {
    send({ type: 'error', code, message, ...about, ts: unixSeconds() })
  }

  function admit(): boolean {
    if (messages.take() && ctx.takeMessage(caller.accountId)) return true
    if (++refused > REFUSED_MAX) outbox.close(CLOSE.tooManyMessages)
    else
      fail(
        'RATE_LIMITED',
        `Too many messages: send at most ${MESSAGES.perSecond} a second, and 100 over all connections of the account. This one was dropped.`,
      )
    return false
  }

  function unsubscribe(target: Target): void {
    subscriptions.get(keyOf(target))?.abort(new Left())
    subscriptions.delete(keyOf(target))
  }

  /** A second subscription to the same takes the place of the first, and so tells what it is now. */
  function subscribe(subscription: Subscription): void {
    const { target } = subscription
    unsubscribe(target)
    if (subscriptions.size >= SUBSCRIPTIONS_MAX) {
      fail('RATE_LIMITED', TOO_MANY_SUBSCRIPTIONS, nameOf(target))
      return
    }
    const giveBack = subscription.feed ? ctx.feeds.take(caller.accountId) : () => {}
    if (!giveBack) {
      fail('RATE_LIMITED', TOO_MANY_FEEDS, nameOf(target))
      return
    }
    const leaving = new AbortController()
    subscriptions.set(keyOf(target), leaving)
    ctx.noteUse(caller)
    const following = subscription.feed
      ? tellFeed(follower, subscription.feed, leaving.signal)
      : followTarget(follower, subscription, leaving.signal)
    following
      .catch((error: unknown) => {
        if (leaving.signal.aborted) return
        ctx.logger.error({ err: error, [target.kind]: target.id }, 'a subscription ended by an error')
        outbox.close(isDatabaseUnavailable(error) ? CLOSE.unavailable : CLOSE.internal)
      })
      .finally(() => {
        giveBack()
        if (subscriptions.get(keyOf(target)) === leaving) subscriptions.delete(keyOf(target))
      })
  }

  function act(action: Action | BadAction): void {
    if (action.action === 'subscribe') subscribe(action)
    else if (action.action === 'unsubscribe') {
      unsubscribe(action.target)
      send({ type: 'unsubscribed', ...nameOf(action.target), ts: unixSeconds() })
    } else if (action.action === 'ping') send({ type: 'pong', ts: unixSeconds() })
    else fail('INVALID_REQUEST', action.message, action.about)
  }

  socket.on('message', (data: RawData, isBinary: boolean) => {
    isAlive = true
    if (socket.readyState !== socket.OPEN || !admit()) return
    if (isBinary) fail('INVALID_REQUEST', 'Send messages as text frames that hold JSON.')
    else act(parseAction(data.toString()))
  })
  socket.on('ping', () => {
    isAlive = true
    admit()
  })
  socket.on('pong', () => {
    isAlive = true
  })
  // Frames that break the protocol or are too large; the library answers with the code that is meant for it, and closes.
  socket.on('error', () => {})
  socket.on('close', () => {
    for (const leaving of subscriptions.values()) leaving.abort(new Left())
    subscriptions.clear()
  })
  send({ type: 'connected', ts: unixSeconds() })

  return {
    caller,
    close: outbox.close,
    beat() {
      if (!isAlive) {
        socket.terminate()
        return
      }
      isAlive = false
      socket.ping()
      send({ type: 'heartbeat', ts: unixSeconds() })
    },
    get waiting() {
      return outbox.waiting
    },
    get stalledSince() {
      return outbox.stalledSince
    },
  }
}

const TOO_MANY_SUBSCRIPTIONS = `A connection follows at most ${SUBSCRIPTIONS_MAX} jobs and batches at a time: unsubscribe from some, or follow a whole batch by its batch_id.`

/** The client has left, or unsubscribed. */
class Left extends Error {
  override readonly name = 'Left'
}

function keyOf({ kind, id }: Target): string {
  return `${kind} ${id}`
}

import type { Caller } from '@gleaner/accounts'
import { ViewerAction } from '@gleaner/contracts/schemas/manual-login-messages'
import { isDatabaseUnavailable, type Queryable } from '@gleaner/db'
import { onLoginChanged, presentLogin, readLogin, statusOf } from '@gleaner/manual-logins'
import { openViewer, type ViewerChannel } from '@gleaner/manual-logins/channel'
import type { PubSub } from '@gleaner/queue'
import { createLoop, type Logger } from '@gleaner/runtime'
import type { RawData, WebSocket } from 'ws'
import { CLOSE } from '../ws/close-codes.ts'
import { closeSocket } from '../ws/close-socket.ts'
import type { Connection } from '../ws/connection.ts'
import { createTokenBucket } from '../ws/token-bucket.ts'

export interface ViewerContext {
  pool: Queryable
  pubSub: PubSub
  logger: Logger
}

/** The poll behind the messages that wake. In ms. */
const LOOK_EVERY_MS = 1_000
/** Pointers move often; what is beyond is left out. */
const ACTIONS = { burst: 300, perSecond: 150 }
/** A viewer that takes so little is sent no more until it does: it has not drawn what it was sent. In bytes. */
const WAITING_MAX = 4 * 1024 * 1024

/**
 * Shows the browser of a login to the viewer whose ticket was taken, until either ends. What passes is opened here, sent on, and kept
 * nowhere.
 */
export function serveViewer(
  { pool, pubSub, logger }: ViewerContext,
  socket: WebSocket,
  caller: Caller,
  { id, ticket }: { id: string; ticket: string },
): Connection {
  const actions = createTokenBucket(ACTIONS)
  let channel: ViewerChannel | undefined
  /** What came before the channel was there. */
  const early: ViewerAction[] = []
  let isAlive = true
  let stalledSince: number | undefined
  let lastSent = ''

  function send(message: string | Buffer): void {
    if (socket.readyState !== socket.OPEN || socket.bufferedAmount > WAITING_MAX) return
    stalledSince ??= performance.now()
    socket.send(message, { binary: typeof message !== 'string' }, () => {
      stalledSince = socket.bufferedAmount > 0 ? performance.now() : undefined
    })
  }

  function onText(text: string): void {
    if (text === TAKEN_OVER) closeSocket(socket, CLOSE.takenOver)
    else send(text)
  }

  /** Tells how the login stands whenever that has changed; once it has ended there is nothing to see. */
  async function look(): Promise<void> {
    const row = await readLogin(pool, caller.accountId, id).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) return undefined
      throw error
    })
    if (!row) return
    const text = JSON.stringify({ type: 'login', login: presentLogin(row) })
    if (text !== lastSent) send(text)
    lastSent = text
    if (row.endedAt) socket.close(1000, `the login by hand has ended: ${statusOf(row)}`)
  }

  const looking = createLoop({
    name: 'look-at-manual-login',
    everyMs: LOOK_EVERY_MS,
    logger,
    metrics: undefined,
    run: look,
  })
  let unsubscribe = () => {}

  async function open(): Promise<void> {
    looking.start()
    unsubscribe = await onLoginChanged(pubSub, id, () => void look().catch(() => {}))
    const opened = await openViewer(pubSub, { id, ticket }, { onFrame: send, onText })
    if (socket.readyState !== socket.OPEN) return opened.close()
    channel = opened
    for (const action of early.splice(0)) opened.act(action)
    return undefined
  }

  socket.on('message', (data: RawData, isBinary: boolean) => {
    isAlive = true
    if (isBinary || !actions.take()) return
    const action = readAction(data.toString())
    if (!action) send(BAD_ACTION)
    else if (channel) channel.act(action)
    else early.push(action)
  })
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    channel?.close()
    unsubscribe()
    void looking.stop()
  })
  open().catch((error: unknown) => {
    logger.warn({ err: error }, 'a login by hand could not be shown')
    closeSocket(socket, CLOSE.internal)
  })

  return {
    caller,
    close: (why) => closeSocket(socket, why),
    beat() {
      if (!isAlive) return socket.terminate()
      isAlive = false
      socket.ping()
      return undefined
    },
    get waiting() {
      return socket.bufferedAmount
    },
    get stalledSince() {
      return stalledSince
    },
  }
}

const TAKEN_OVER = JSON.stringify({ type: 'taken_over' })
const BAD_ACTION = JSON.stringify({
  type: 'error',
  code: 'INVALID_REQUEST',
  message: 'The message is no action of a viewer. It was left out.',
})

function readAction(text: string): ViewerAction | undefined {
  try {
    return ViewerAction.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

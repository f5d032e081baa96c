import { AuthenticationError, GleanerError } from '../errors.ts'
import { credentialText } from '../transport/credential.ts'
import { type Deadline, openDeadline } from '../transport/deadline.ts'
import type { Transport } from '../transport/transport.ts'
import type { RequestOptions } from '../types.ts'
import { socketUrl } from '../waiting/live-socket.ts'

export interface FeedFields {
  /** Go on after the message that had it. Without it the feed begins now. */
  cursor?: string
  /** What is told. */
  kinds?: ('job' | 'batch' | 'crawl')[]
  /** How it has to have ended. */
  statuses?: ('completed' | 'partially_failed' | 'failed' | 'cancelled')[]
  /** Whether jobs come with their results. */
  results?: boolean
}

/** `docs/reference/websocket.md` has the fields of each `type`. */
export interface FeedMessage {
  type: 'job_update' | 'batch_update' | 'crawl_update'
  cursor: string
  status: string
  [field: string]: unknown
}

const UPDATES = new Set(['job_update', 'batch_update', 'crawl_update'])
const NOT_ALLOWED = 4001
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** The service sends a heartbeat every 30 seconds. */
const SILENT_MS = 75_000

/** The feed of the account: a connection that breaks is opened again, and goes on after the last message. */
export async function* followFeed(
  transport: Transport,
  { cursor, ...fields }: FeedFields,
  options: RequestOptions = {},
): AsyncGenerator<FeedMessage, void, undefined> {
  const deadline = openDeadline(options.timeout ?? Number.POSITIVE_INFINITY, options.signal, 'The feed')
  let failures = 0
  try {
    for (;;) {
      for await (const message of connect(transport, { ...fields, ...(cursor && { cursor }) }, deadline)) {
        failures = 0
        if (typeof message.cursor === 'string') cursor = message.cursor
        if (UPDATES.has(message.type)) yield message as FeedMessage
      }
      await deadline.pause(Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS))
    }
  } finally {
    deadline.close()
  }
}

interface Message {
  type: string
  [field: string]: unknown
}

/** The messages of one connection until it breaks. */
async function* connect(
  transport: Transport,
  fields: FeedFields,
  { signal }: Deadline,
): AsyncGenerator<Message> {
  const settings = transport.settings()
  if (!settings.WebSocket)
    throw new GleanerError(
      'The feed needs a WebSocket: use Node 22 or newer, or give the client the one of the package ws, as `WebSocket`.',
    )
  const credential = await credentialText(settings)
  if (credential === undefined) throw new AuthenticationError('The feed needs an apiKey or an accessToken.')
  const socket = new settings.WebSocket(socketUrl(settings), ['gleaner', credential])
  const inbox = createInbox<Message>()
  let silence = setTimeout(inbox.end, SILENT_MS)
  socket.addEventListener('open', () =>
    socket.send(JSON.stringify({ action: 'subscribe', feed: 'account', ...fields })),
  )
  socket.addEventListener('message', ({ data }) => {
    clearTimeout(silence)
    silence = setTimeout(inbox.end, SILENT_MS)
    const message = JSON.parse(String(data)) as Message
    if (message.type === 'error')
      inbox.fail(new GleanerError(String(message.message), { code: String(message.code) }))
    else inbox.put(message)
  })
  socket.addEventListener('close', ({ code, reason }) =>
    code === NOT_ALLOWED ? inbox.fail(new AuthenticationError(reason)) : inbox.end(),
  )
  // A close event follows.
  socket.addEventListener('error', () => {})
  const abort = () => inbox.fail(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    yield* inbox.messages()
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', abort)
    socket.close()
  }
}

/** What came and was not taken yet, in its order; then the end, or the error. */
function createInbox<T>() {
  const waiting: T[] = []
  let isOver = false
  let error: unknown
  let wake = () => {}
  const over = (reason?: unknown) => {
    if (isOver) return
    isOver = true
    error = reason
    wake()
  }
  return {
    put(item: T) {
      waiting.push(item)
      wake()
    },
    end: () => over(),
    fail: (reason: unknown) => over(reason),
    async *messages(): AsyncGenerator<T> {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift()!
        if (isOver && error !== undefined) throw error
        if (isOver) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

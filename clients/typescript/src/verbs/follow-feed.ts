import { AuthenticationError, GleanerError } from '../errors.ts'
import type { FeedApi } from '../generated/groups/feed.ts'
import type { Settings } from '../options.ts'
import { credentialText } from '../transport/credential.ts'
import { type Deadline, openDeadline } from '../transport/deadline.ts'
import type { Transport } from '../transport/transport.ts'
import type { Fields, RequestOptions, Schemas } from '../types.ts'
import { socketUrl } from '../waiting/live-socket.ts'

export type FeedFields = Fields<'streamEvents'>

export type FeedMessage = Schemas['FeedJobEvent'] | Schemas['FeedBatchEvent'] | Schemas['FeedCrawlEvent']

const UPDATES = new Set<string>([
  'job_update',
  'batch_update',
  'crawl_update',
] satisfies FeedMessage['type'][])
const NOT_ALLOWED = 4001
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** The service sends a heartbeat every 30 seconds. */
const SILENT_MS = 75_000

/** The feed of the account, however often the connection breaks: by WebSocket, or by server-sent events where there is none. */
export function followFeed(
  transport: Transport,
  feed: FeedApi,
  fields: FeedFields,
  options: RequestOptions = {},
): AsyncGenerator<FeedMessage, void, undefined> {
  const { WebSocket } = transport.settings()
  return WebSocket
    ? bySockets(transport, WebSocket, fields, options)
    : byEvents(feed, fields, { maxRetries: Number.POSITIVE_INFINITY, ...options })
}

async function* byEvents(
  feed: FeedApi,
  fields: FeedFields,
  options: RequestOptions,
): AsyncGenerator<FeedMessage, void, undefined> {
  for await (const { data } of feed.stream(fields, options))
    if (UPDATES.has(data.type)) yield data as FeedMessage
}

async function* bySockets(
  transport: Transport,
  WebSocket: SocketClass,
  { cursor, ...fields }: FeedFields,
  options: RequestOptions,
): AsyncGenerator<FeedMessage, void, undefined> {
  const deadline = openDeadline(options.timeout ?? Number.POSITIVE_INFINITY, options.signal, 'The feed')
  let failures = 0
  try {
    for (;;) {
      const from = { ...fields, ...(cursor && { cursor }) }
      for await (const message of connect(transport.settings(), WebSocket, from, deadline)) {
        failures = 0
        if (typeof message.cursor === 'string') cursor = message.cursor
        if (UPDATES.has(message.type)) yield message as unknown as FeedMessage
      }
      await deadline.pause(Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS))
    }
  } finally {
    deadline.close()
  }
}

type SocketClass = typeof globalThis.WebSocket

interface Message {
  type: string
  [field: string]: unknown
}

/** The messages of one connection until it breaks. */
async function* connect(
  settings: Settings,
  WebSocket: SocketClass,
  fields: FeedFields,
  { signal }: Deadline,
): AsyncGenerator<Message> {
  const credential = await credentialText(settings)
  if (credential === undefined) throw new AuthenticationError('The feed needs an apiKey or an accessToken.')
  const socket = new WebSocket(socketUrl(settings), ['gleaner', credential])
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

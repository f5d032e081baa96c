import type * as undici from 'undici'
import { Client, Dispatcher } from './undici.ts'

export interface ClientPoolOptions {
  /** Opens the connections of one client; `gone` aborts when the client is closed. */
  connectorFor(gone: AbortSignal): undici.buildConnector.connector
  clientOptions: undici.Client.Options
  /** Called once the pool is closed and no connection is left. */
  onEnd?: (() => void) | undefined
}

/** What undici's own methods (`request`, `fetch`) hand on to `dispatch`, beyond its declared type. */
type Options = undici.Dispatcher.DispatchOptions & { signal?: unknown }

interface PooledClient {
  client: undici.Client
  origin: string
  /** Connections that the request under way has opened. */
  dials: number
  end(): void
}

/** Connections that wait for a next request, over all origins; the one that waits longest is closed first. */
const MAX_IDLE = 1_024

/**
 * A dispatcher that gives each request a client, and so a connection, of its own; a client is kept for the next request
 * to its origin as long as its connection lives.
 *
 * undici's own Pool queues requests at clients that reconnect for as long as a request waits, and a waiting request
 * cannot be aborted: a peer that closes, or sends, before the request makes it reconnect without end. Here a request
 * opens one connection at most, and its signal ends it at any stage.
 */
export class ClientPool extends Dispatcher {
  readonly #options: ClientPoolOptions
  readonly #all = new Set<PooledClient>()
  readonly #idle = new Set<PooledClient>()
  #closed = false

  constructor(options: ClientPoolOptions) {
    super()
    this.#options = options
  }

  override dispatch(options: Options, handler: undici.Dispatcher.DispatchHandler): boolean {
    if (this.#closed) throw new Error('The dispatcher is closed')
    const signal = options.signal instanceof AbortSignal ? options.signal : undefined
    signal?.throwIfAborted()
    const pooled = this.#acquire(new URL(String(options.origin)).origin)
    const onAbort = () => void pooled.client.destroy(asError(signal!.reason)).catch(() => {})
    signal?.addEventListener('abort', onAbort)
    const done = (isReusable: boolean) => {
      signal?.removeEventListener('abort', onAbort)
      this.#release(pooled, isReusable)
    }
    const isKept = () => pooled.dials === 0
    pooled.client.dispatch(options, notifyingEnd(handler, done, isKept))
    return true
  }

  #acquire(origin: string): PooledClient {
    // The newest one first: it is the least likely to have been closed by its peer meanwhile.
    const idle = [...this.#idle].findLast((pooled) => pooled.origin === origin)
    if (idle === undefined) return this.#create(origin)
    this.#idle.delete(idle)
    idle.dials = 0
    return idle
  }

  #create(origin: string): PooledClient {
    const gone = new AbortController()
    const connect = this.#options.connectorFor(gone.signal)
    const client = new Client(origin, {
      ...this.#options.clientOptions,
      pipelining: 1,
      connect: (target, callback) => {
        if (++pooled.dials > 1) callback(new ClosedBeforeRequest(), null)
        else connect(target, callback)
      },
    })
    const pooled: PooledClient = {
      client,
      origin,
      dials: 0,
      end: () => {
        this.#all.delete(pooled)
        this.#idle.delete(pooled)
        gone.abort()
        void client.destroy().catch(() => {})
        if (this.#closed && this.#all.size === 0) this.#options.onEnd?.()
      },
    }
    client.on('disconnect', () => {
      if (this.#idle.has(pooled)) pooled.end()
    })
    this.#all.add(pooled)
    return pooled
  }

  #release(pooled: PooledClient, isReusable: boolean): void {
    // undici still works on its own state while it reports an end.
    if (!isReusable || this.#closed) {
      queueMicrotask(pooled.end)
      return
    }
    this.#idle.add(pooled)
    if (this.#idle.size > MAX_IDLE) this.#idle.values().next().value!.end()
  }

  override async close(): Promise<void> {
    this.#closed = true
    for (const pooled of [...this.#idle]) pooled.end()
    if (this.#all.size === 0) this.#options.onEnd?.()
  }

  override async destroy(error?: unknown): Promise<void> {
    await this.close()
    const reason = error instanceof Error ? error : null
    await Promise.all([...this.#all].map(({ client }) => client.destroy(reason)))
    for (const pooled of [...this.#all]) pooled.end()
  }
}

/** The peer closed a connection before a request was sent on it. */
class ClosedBeforeRequest extends Error {
  override readonly name = 'ClosedBeforeRequest'
  override readonly message = 'The connection was closed before the request was sent'
  readonly code = 'ECONNRESET'
}

/**
 * The peer closed a kept connection without an answer. It may have done so before the request came, which says nothing of the request
 * then: who may send it twice does so on another connection.
 */
export class KeptConnectionClosed extends Error {
  override readonly name = 'KeptConnectionClosed'
  readonly code: string

  constructor(cause: Error & { code: string }) {
    super('A kept connection was closed without an answer', { cause })
    this.code = cause.code
  }
}

const CLOSED: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

function isClosed(error: Error): error is Error & { code: string } {
  return CLOSED.has((error as NodeJS.ErrnoException).code)
}

/**
 * The same handler; `done` is called first at the end, with whether the connection may serve another request. `isKept` tells whether this
 * one was there before.
 */
function notifyingEnd(
  handler: undici.Dispatcher.DispatchHandler,
  done: (isReusable: boolean) => void,
  isKept: () => boolean,
): undici.Dispatcher.DispatchHandler {
  let isAnswered = false
  return {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onRequestUpgrade(controller, status, headers, socket) {
      socket.once('close', () => done(false))
      handler.onRequestUpgrade?.(controller, status, headers, socket)
    },
    onResponseStart(controller, status, headers, text) {
      isAnswered = true
      handler.onResponseStart?.(controller, status, headers, text)
    },
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd(controller, trailers) {
      done(true)
      handler.onResponseEnd?.(controller, trailers)
    },
    onResponseError(controller, error) {
      const isStale = !isAnswered && isKept() && isClosed(error)
      done(false)
      handler.onResponseError?.(controller, isStale ? new KeptConnectionClosed(error) : error)
    },
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted')
}

import { type buildConnector, Client, Dispatcher } from 'undici'

export interface ClientPoolOptions {
  /** Makes what opens the connections of one client; `gone` aborts when the client is done with. */
  connectorFor(gone: AbortSignal): buildConnector.connector
  clientOptions: Client.Options
  /** Hears of the end: closed, and no connection left. */
  onEnd?: (() => void) | undefined
}

/** What undici's own methods (`request`, `fetch`) hand on to `dispatch`, beyond its declared type. */
type Options = Dispatcher.DispatchOptions & { signal?: unknown }

interface Lent {
  client: Client
  origin: string
  /** Connections that the request under way has opened. */
  dials: number
  end(): void
}

/** Connections that wait for a next request, over all origins; the one that waits longest is closed first. */
const MAX_IDLE = 1_024

/**
 * A dispatcher that lends each request a client, and so a connection, of its own; clients wait for the next request to
 * their origin as long as their connection lives.
 *
 * undici's own Pool queues requests at clients that reconnect for as long as a request waits, and a waiting request
 * cannot be aborted: a peer that closes, or talks, before it is asked makes it reconnect without end. Here a request
 * opens one connection at most, and its signal ends whatever was begun for it.
 */
export class ClientPool extends Dispatcher {
  readonly #options: ClientPoolOptions
  readonly #all = new Set<Lent>()
  readonly #idle = new Set<Lent>()
  #closed = false

  constructor(options: ClientPoolOptions) {
    super()
    this.#options = options
  }

  override dispatch(options: Options, handler: Dispatcher.DispatchHandler): boolean {
    if (this.#closed) throw new Error('The dispatcher is closed')
    const signal = options.signal instanceof AbortSignal ? options.signal : undefined
    signal?.throwIfAborted()
    const lent = this.#take(new URL(String(options.origin)).origin)
    const onAbort = () => void lent.client.destroy(asError(signal!.reason)).catch(() => {})
    signal?.addEventListener('abort', onAbort, { once: true })
    const done = (isReusable: boolean) => {
      signal?.removeEventListener('abort', onAbort)
      this.#giveBack(lent, isReusable)
    }
    lent.client.dispatch(options, observed(handler, done))
    return true
  }

  #take(origin: string): Lent {
    // The newest one first: it is the least likely to have been closed by its peer meanwhile.
    const waiting = [...this.#idle].findLast((lent) => lent.origin === origin)
    if (waiting === undefined) return this.#create(origin)
    this.#idle.delete(waiting)
    waiting.dials = 0
    return waiting
  }

  #create(origin: string): Lent {
    const gone = new AbortController()
    const connect = this.#options.connectorFor(gone.signal)
    const client = new Client(origin, {
      ...this.#options.clientOptions,
      pipelining: 1,
      connect: (target, callback) => {
        if (++lent.dials > 1) callback(new ClosedUnasked(), null)
        else connect(target, callback)
      },
    })
    const lent: Lent = {
      client,
      origin,
      dials: 0,
      end: () => {
        this.#all.delete(lent)
        this.#idle.delete(lent)
        gone.abort()
        void client.destroy().catch(() => {})
        if (this.#closed && this.#all.size === 0) this.#options.onEnd?.()
      },
    }
    client.on('disconnect', () => {
      if (this.#idle.has(lent)) lent.end()
    })
    this.#all.add(lent)
    return lent
  }

  #giveBack(lent: Lent, isReusable: boolean): void {
    // undici still works on its own state while it tells of an end.
    if (!isReusable || this.#closed) {
      queueMicrotask(lent.end)
      return
    }
    this.#idle.add(lent)
    if (this.#idle.size > MAX_IDLE) this.#idle.values().next().value!.end()
  }

  override async close(): Promise<void> {
    this.#closed = true
    for (const lent of [...this.#idle]) lent.end()
    if (this.#all.size === 0) this.#options.onEnd?.()
  }

  override async destroy(error?: unknown): Promise<void> {
    await this.close()
    const reason = error instanceof Error ? error : null
    await Promise.all([...this.#all].map(({ client }) => client.destroy(reason)))
    for (const lent of [...this.#all]) lent.end()
  }
}

/** The peer closed a connection before it was asked anything. */
class ClosedUnasked extends Error {
  override readonly name = 'ClosedUnasked'
  override readonly message = 'The connection was closed before the request was sent'
  readonly code = 'ECONNRESET'
}

/** The same handler; `done` hears first of the end, and whether the connection may serve another request. */
function observed(
  handler: Dispatcher.DispatchHandler,
  done: (isReusable: boolean) => void,
): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onRequestUpgrade(controller, status, headers, socket) {
      socket.once('close', () => done(false))
      handler.onRequestUpgrade?.(controller, status, headers, socket)
    },
    onResponseStart: (controller, status, headers, text) =>
      handler.onResponseStart?.(controller, status, headers, text),
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd(controller, trailers) {
      done(true)
      handler.onResponseEnd?.(controller, trailers)
    },
    onResponseError(controller, error) {
      done(false)
      handler.onResponseError?.(controller, error)
    },
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted')
}

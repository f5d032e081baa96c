import type { Socket } from 'node:net'
import { Agent, buildConnector, type Dispatcher } from 'undici'

export interface DispatcherOptions {
  /** Opens a checked connection; called once per connection, for names and address literals alike. */
  open: (hostname: string, port: number) => Promise<Socket>
  /** Longest wait for a TLS handshake. */
  connectTimeoutMs: number
  /** Most connections to one origin. */
  connections?: number | undefined
  allowH2?: boolean | undefined
}

/** Sites send cookies and policies beyond Node's default of 16 KB. */
const MAX_HEADER_BYTES = 64 * 1024
const KEEP_ALIVE_MS = 30_000

/**
 * An undici Agent whose every connection is opened by `open`. (A `lookup` hook would not do: address literals never
 * reach it.) Requests on a kept connection cost nothing extra.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { open, connectTimeoutMs, connections, allowH2 = false } = options
  const secure = buildConnector({ timeout: connectTimeoutMs, allowH2 })

  const connect: buildConnector.connector = (target, callback) => {
    const https = target.protocol === 'https:'
    open(target.hostname, Number(target.port) || (https ? 443 : 80)).then(
      (socket) => {
        socket.setKeepAlive(true, 60_000)
        // The handshake takes place on the opened socket; the server name stays that of the URL.
        if (https) secure({ ...target, httpSocket: socket }, callback)
        else callback(null, socket)
      },
      (error: Error) => callback(error, null),
    )
  }

  return new Agent({
    connect,
    allowH2,
    connections: connections ?? null,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  })
}

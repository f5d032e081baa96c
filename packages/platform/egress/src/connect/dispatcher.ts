import type { buildConnector as Connecting, Dispatcher } from 'undici'
import { ClientPool } from './client-pool.ts'
import type { Dialer } from './dialer.ts'
import { buildConnector } from './undici.ts'

export interface DispatcherOptions {
  /** Opens a checked connection; called once per connection, for names and address literals alike. */
  open: Dialer['open']
  /** Longest wait for a TLS handshake. */
  connectTimeoutMs: number
  /** Called once the dispatcher is closed and no connection is left. */
  onEnd?: (() => void) | undefined
}

/** Sites send cookies and policies beyond Node's default of 16 KB. */
const MAX_HEADER_BYTES = 64 * 1024
const KEEP_ALIVE_MS = 30_000

/**
 * An undici dispatcher whose every connection is opened by `open`. (A `lookup` hook would not do: address literals
 * never reach it.) Requests on a kept connection cost nothing extra.
 */
export function createDispatcher({ open, connectTimeoutMs, onEnd }: DispatcherOptions): Dispatcher {
  const secure = buildConnector({ timeout: connectTimeoutMs, allowH2: false })

  function connectorFor(gone: AbortSignal): Connecting.connector {
    return (target, callback) => {
      const https = target.protocol === 'https:'
      open(target.hostname, Number(target.port) || (https ? 443 : 80), gone).then(
        (socket) => {
          socket.setKeepAlive(true, 60_000)
          gone.addEventListener('abort', () => socket.destroy())
          if (gone.aborted) socket.destroy()
          // The handshake takes place on the opened socket; the server name stays that of the URL.
          if (https) secure({ ...target, httpSocket: socket }, reportingResets(callback))
          else reportingResets(callback)(null, socket)
        },
        (error: Error) => callback(error, null),
      )
    }
  }

  return new ClientPool({
    connectorFor,
    onEnd,
    clientOptions: {
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
    },
  })
}

/**
 * A callback whose sockets name a reset as a closed socket: by its own code, undici takes it for the end of a body
 * without a length, for the sake of systems that report one too many. Such a body is cut.
 */
function reportingResets(callback: Connecting.Callback): Connecting.Callback {
  return (...[error, socket]) => {
    socket?.on('error', (fault: NodeJS.ErrnoException) => {
      if (fault.code === 'ECONNRESET') fault.code = 'UND_ERR_SOCKET'
    })
    if (error) callback(error, null)
    else callback(null, socket!)
  }
}

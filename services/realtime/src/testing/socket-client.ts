import { API_ROOT, LiveMessage } from '@gleaner/contracts'
import { eventually } from '@gleaner/testkit'
import { type ClientOptions, WebSocket } from 'ws'

/** A client of the WebSocket that keeps what it is told, and throws at a message that is not as the contract says. */
export interface SocketClient {
  socket: WebSocket
  messages: LiveMessage[]
  /** Code and reason, once it is closed. */
  closed: Promise<{ code: number; reason: string }>
  send(message: unknown): void
  /** The messages of a type, once there are so many; rejects after `timeoutMs` (default 5 s). */
  received<Type extends LiveMessage['type']>(
    type: Type,
    atLeast?: number,
    timeoutMs?: number,
  ): Promise<Extract<LiveMessage, { type: Type }>[]>
  close(): void
}

export interface ClientSettings extends ClientOptions {
  /** After the `?`. */
  query?: string
  protocols?: string[]
  path?: string
}

export function connectSocket(
  url: string,
  { query = '', protocols = [], path = `${API_ROOT}/ws/jobs`, ...options }: ClientSettings = {},
): SocketClient {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}?${query}`, protocols, options)
  const messages: LiveMessage[] = []
  const closed = Promise.withResolvers<{ code: number; reason: string }>()
  socket.on('message', (data) => messages.push(LiveMessage.parse(JSON.parse(data.toString()))))
  socket.on('close', (code, reason) => closed.resolve({ code, reason: reason.toString() }))
  socket.on('error', () => {})
  return {
    socket,
    messages,
    closed: closed.promise,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async received(type, atLeast = 1, timeoutMs = 5_000) {
      const check = () => {
        const found = messages.filter((message) => message.type === type)
        if (found.length < atLeast) {
          const received = messages.map((message) => message.type).join()
          throw new Error(`${found.length} of ${atLeast} ${type}, of: ${received.slice(0, 1_000)}`)
        }
        return found as never
      }
      return await eventually(check, { timeoutMs })
    },
    close: () => socket.terminate(),
  }
}

/** The same, once it may be used. */
export async function openSocket(url: string, settings?: ClientSettings): Promise<SocketClient> {
  const client = connectSocket(url, settings)
  await client.received('connected')
  return client
}

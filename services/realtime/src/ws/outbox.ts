import type { Places } from '@gleaner/queue/work'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { WebSocket } from 'ws'
import { CLOSE, type Close } from './close-codes.ts'
import { closeSocket } from './close-socket.ts'

/** What is sent to one client: bounded, whatever it reads. */
export interface Outbox {
  /** Sends a short message at once. */
  send(message: string): void
  /**
   * Makes messages when there is room for them, and sends them in order; rejects with the signal's reason when it aborts first. What is
   * to be sent is made as late as can be: a client that reads slowly has its updates wait in the database.
   */
  sendWhenRoom(make: () => Promise<readonly (string | Buffer)[]>, signal: AbortSignal): Promise<void>
  close(close: Close): void
  /** Bytes that wait for the client. */
  readonly waiting: number
  /** Since when it has taken nothing of them, on the clock of `performance.now()`; undefined while nothing waits. */
  readonly stalledSince: number | undefined
}

/** More is made below it. In bytes. */
const ROOM = 256 * 1024
/** What an account can have made at once, and replies to the client's own messages besides. In bytes. */
const WAITING_MAX = 32 * MEGABYTE

/** `makers`: the places of this process for messages that are made; `share`: the account that listens. */
export function createOutbox(socket: WebSocket, makers: Pick<Places, 'with'>, share: string): Outbox {
  let flushed = Promise.withResolvers<void>()
  let stalledSince: number | undefined

  function onFlushed(): void {
    stalledSince = socket.bufferedAmount > 0 ? performance.now() : undefined
    flushed.resolve()
    flushed = Promise.withResolvers()
  }

  function send(message: string | Buffer): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > WAITING_MAX) {
      close(CLOSE.tooSlow)
      return
    }
    stalledSince ??= performance.now()
    socket.send(message, { binary: false }, onFlushed)
  }

  const hasRoom = () => socket.bufferedAmount <= ROOM

  async function room(signal: AbortSignal): Promise<void> {
    while (!hasRoom()) {
      await flushed.promise
      signal.throwIfAborted()
    }
  }

  function close(why: Close): void {
    closeSocket(socket, why)
  }

  return {
    send,
    close,
    async sendWhenRoom(make, signal) {
      // Who reads slowly waits without a place; another of its messages may have taken the room before there is one.
      for (let isSent = false; !isSent; ) {
        await room(signal)
        isSent = await makers.with(share, signal, async () => {
          if (!hasRoom()) return false
          for (const message of await make()) {
            signal.throwIfAborted()
            send(message)
          }
          return true
        })
      }
    },
    get waiting() {
      return socket.bufferedAmount
    },
    get stalledSince() {
      return stalledSince
    },
  }
}

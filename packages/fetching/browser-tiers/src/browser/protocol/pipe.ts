import type { Readable, Writable } from 'node:stream'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { ConnectionTransport } from 'puppeteer-core'

/** What happens on a pipe that its user cannot see. `sessionId` is absent in messages of the browser itself. */
export interface PipeReports {
  /** A message arrived, whether or not it was passed on. */
  onMessage(sessionId: string | undefined, bytes: number, isReply: boolean): void
  /** A message was longer than `MAX_MESSAGE_BYTES`: it was dropped, and puppeteer waits for it in vain. */
  onOversize(sessionId: string | undefined, bytes: number): void
  /** Puppeteer failed on a message: its state of the browser can no longer be trusted. */
  onFailure(error: unknown): void
}

/**
 * Largest message that is read. Messages carry what pages make up, JSON writes some characters in six bytes, and a
 * string of 512 MB or more ends a Node process (V8's `String::kMaxLength`). The largest that we ask for is a
 * screenshot: `MAX_FILE_BYTES` of screenshot-pdf.ts in base64.
 */
export const MAX_MESSAGE_BYTES = 128 * MEGABYTE
/** A longer message closes the pipe. */
const MAX_SKIPPED_BYTES = 8 * MAX_MESSAGE_BYTES

/** Chromium ends a message that concerns one session with its id. Page content cannot: its quotes are escaped. */
const SESSION_AT_END = /"sessionId":"([0-9A-F]+)"\}$/
const TAIL_BYTES = 80
/** How Chromium begins the reply to a command; an event begins with its method. */
const REPLY_START = Buffer.from('{"id":')

/**
 * Chromium's debugging pipe (JSON messages, each ended by a zero byte) as a transport of puppeteer. Puppeteer's own one
 * reads messages of any length, and what it throws ends the process.
 */
export function createProtocolPipe(
  write: Writable,
  read: Readable,
  reports: PipeReports,
): ConnectionTransport {
  const transport: ConnectionTransport = {
    send(message) {
      write.write(`${message}\0`)
    },
    close() {
      read.destroy()
      write.destroy()
    },
  }
  let parts: Buffer[] = []
  let size = 0
  let isReply = false
  let tail: Buffer = Buffer.alloc(0)

  function take(piece: Buffer): void {
    if (size < REPLY_START.length)
      isReply = (size > 0 && isReply) || piece.subarray(0, REPLY_START.length).equals(REPLY_START)
    size += piece.length
    tail = piece.length >= TAIL_BYTES ? piece.subarray(-TAIL_BYTES) : lastBytes(tail, piece)
    if (size <= MAX_MESSAGE_BYTES) parts.push(piece)
    else parts = []
  }

  function finish(): void {
    const sessionId = SESSION_AT_END.exec(tail.toString('latin1'))?.[1]
    reports.onMessage(sessionId, size, isReply)
    if (size > MAX_MESSAGE_BYTES) reports.onOversize(sessionId, size)
    else pass(Buffer.concat(parts, size).toString('utf8'))
    parts = []
    size = 0
    tail = Buffer.alloc(0)
  }

  /** One message a turn of the event loop, as puppeteer does it: what a message sets off settles before the next. */
  function pass(message: string): void {
    setImmediate(async () => {
      try {
        // Typed as returning nothing, but puppeteer's handler is an async function.
        await transport.onmessage?.(message)
      } catch (error) {
        reports.onFailure(error)
      }
    })
  }

  read.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      take(chunk.subarray(start, end))
      finish()
      start = end + 1
    }
    take(chunk.subarray(start))
    if (size > MAX_SKIPPED_BYTES) {
      reports.onOversize(undefined, size)
      transport.close()
    }
  })
  read.on('close', () => {
    write.destroy()
    transport.onclose?.()
  })
  // A pipe that breaks is followed by `close`.
  read.on('error', () => undefined)
  write.on('error', () => undefined)
  return transport
}

function lastBytes(before: Buffer, piece: Buffer): Buffer {
  return Buffer.concat([before, piece]).subarray(-TAIL_BYTES)
}

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { deadlineSignal } from '@gleaner/runtime'
import { StreamEnded } from './open-streams.ts'

/** Sends server-sent events (WHATWG HTML, 9.2) to one reader, of whom at most one piece that is written waits in memory. */
export interface EventWriter {
  /** Resolves when the reader may be sent more. Throws StreamEnded when it takes nothing for too long, or what `signal` aborts with. */
  write(text: Buffer, signal: AbortSignal): Promise<void>
  /** Ends the stream, with a comment if need be. */
  end(comment?: string): void
}

export interface EventWriterTimes {
  /** A comment line comes so often: proxies between close a connection that is silent. */
  heartbeatMs: number
  /** A reader who takes nothing for so long is dropped. */
  stallMs: number
  /** How long what was written last may take to leave. */
  endMs: number
}

const TIMES: EventWriterTimes = { heartbeatMs: 15_000, stallMs: 30_000, endMs: 5_000 }

/** Clients wait for a random time out of this range before they come back, so that not all of them come at once. In ms. */
const RETRY = { min: 1_000, max: 4_000 }

const HEARTBEAT = Buffer.from(':\n\n')

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Nobody between may hold events back: to compress them, or to have more of them (nginx).
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

/** Begins the reply. */
export function createEventWriter(
  response: ServerResponse,
  { heartbeatMs, stallMs, endMs }: EventWriterTimes = TIMES,
): EventWriter {
  response.writeHead(200, HEADERS)
  response.flushHeaders()
  // A part of the first event: some clients take whatever stands between blank lines for a message.
  let before: Buffer | undefined = Buffer.from(
    `retry: ${Math.round(RETRY.min + Math.random() * (RETRY.max - RETRY.min))}\n`,
  )
  const beating = setInterval(() => {
    if (!response.writableNeedDrain) response.write(HEARTBEAT)
  }, heartbeatMs)
  response.once('close', () => clearInterval(beating))

  return {
    async write(text, signal) {
      signal.throwIfAborted()
      const piece = before ? Buffer.concat([before, text]) : text
      before = undefined
      if (response.write(piece)) return
      using deadline = deadlineSignal(stallMs, [signal])
      try {
        await once(response, 'drain', { signal: deadline.signal })
      } catch {
        signal.throwIfAborted()
        throw new StreamEnded('slow')
      }
    },
    end(comment) {
      clearInterval(beating)
      response.end(comment === undefined ? undefined : `: ${comment}\n\n`)
      const cut = setTimeout(() => response.destroy(), endMs)
      response.once('close', () => clearTimeout(cut))
    },
  }
}

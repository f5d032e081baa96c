import { type Egress, KeptConnectionClosed } from '@gleaner/egress'
import { failureOf } from '@gleaner/http-tiers'
import { deadlineSignal } from '@gleaner/runtime'
import type { Dispatcher } from 'undici'

/** What came of one request to a receiver. */
export interface Answer {
  /** Undefined when there was none. */
  statusCode?: number
  /** Why it does not count as delivered, in words for the receiver's owner; undefined when it does. */
  error?: string
  retryAfter?: string | undefined
  /** How its body begins. */
  text?: string
  /** The time ran out. */
  isTimeout?: boolean
  durationMs: number
}

export interface Sender {
  /** Sends a body once. What goes wrong on the way is an answer too. */
  send(url: string, headers: Record<string, string>, body: Buffer): Promise<Answer>
  close(): Promise<void>
}

export interface SenderOptions {
  egress: Egress
  httpsOnly: boolean
  /** For all of it: connecting, sending, the answer's head and what is read of its body. */
  timeoutMs: number
}

/**
 * Of an answer's body this much is read for so long, that it can be shown and the connection used again; longer ones are cut off. It is what is
 * shown in the widest letters, and the longest header of a receiver's own that could begin there.
 */
const READ_BYTES = 8 * 1024
const READ_MS = 1_000

const HEADERS = { 'user-agent': 'Gleaner-Webhooks/1.0', 'content-type': 'application/json', accept: '*/*' }

/**
 * Sends webhooks through the egress: the address is checked at each attempt, resolved and checked at each connection, and only what was
 * checked is dialled. Redirects are not followed. The status line decides; what follows it is only shown.
 */
export function createSender({ egress, httpsOnly, timeoutMs }: SenderOptions): Sender {
  const dispatcher = egress.dispatcher()

  async function send(url: string, headers: Record<string, string>, body: Buffer): Promise<Answer> {
    const startedAt = performance.now()
    const elapsed = () => Math.round(performance.now() - startedAt)
    using deadline = deadlineSignal(timeoutMs, [])
    try {
      const { origin, pathname, search } = egress.checkUrl(url, { httpsOnly })
      const response = await request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers: withDefaults(headers),
        body,
        signal: deadline.signal,
        // The deadline ends both waits.
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      const durationMs = elapsed()
      const text = await readBeginning(response.body, deadline.signal)
      return { ...judge(response), text, durationMs }
    } catch (error) {
      const durationMs = elapsed()
      if (!deadline.signal.aborted) return { error: `${failureOf(error, false).detail}.`, durationMs }
      return { error: `No answer came within ${timeoutMs / 1_000} s.`, isTimeout: true, durationMs }
    }
  }

  /** On another connection where a kept one was closed under it: receivers close theirs at any time. */
  async function request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    for (;;) {
      try {
        return await dispatcher.request(options)
      } catch (error) {
        if (!(error instanceof KeptConnectionClosed)) throw error
      }
    }
  }

  return { send, close: () => dispatcher.destroy() }
}

/** Ours go first, but for what a receiver's owner has named otherwise, in any letter case. */
function withDefaults(headers: Record<string, string>): Record<string, string> {
  const named = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const ours = Object.entries(HEADERS).filter(([name]) => !named.has(name))
  return { ...Object.fromEntries(ours), ...headers }
}

function judge({ statusCode, headers }: Dispatcher.ResponseData): Omit<Answer, 'durationMs'> {
  if (statusCode >= 200 && statusCode < 300) return { statusCode }
  const retryAfter = headers['retry-after']
  return {
    statusCode,
    error: explain(statusCode),
    retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
  }
}

function explain(status: number): string {
  if (status >= 300 && status < 400)
    return `The receiver answered ${status}, a redirect. These are not followed: name the address that it leads to.`
  if (status === 410) return 'The receiver answered 410: it wants no more webhooks at this address.'
  return `The receiver answered ${status}.`
}

/** Reads what little a receiver says, or closes the connection. */
async function readBeginning(body: Dispatcher.ResponseData['body'], signal: AbortSignal): Promise<string> {
  using end = deadlineSignal(READ_MS, [signal])
  const chunks: Buffer[] = []
  let bytes = 0
  const stop = () => body.destroy()
  end.signal.addEventListener('abort', stop, { once: true })
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.byteLength
      if (bytes >= READ_BYTES) break
    }
  } catch {
    // What has come until then is shown.
  } finally {
    end.signal.removeEventListener('abort', stop)
    body.destroy()
  }
  return Buffer.concat(chunks).subarray(0, READ_BYTES).toString()
}

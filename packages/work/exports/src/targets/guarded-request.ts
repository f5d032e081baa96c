import { AddressNotAllowed, type Egress, KeptConnectionClosed } from '@gleaner/egress'
import { failureOf } from '@gleaner/http-tiers'
import { deadlineSignal } from '@gleaner/runtime'
import type { Dispatcher } from 'undici'
import { TargetFailure } from './target.ts'

export interface GuardedRequest {
  url: URL
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  headers: Record<string, string>
  body?: Uint8Array | undefined
  /** For all of it: connecting, sending, and the answer with its body. */
  timeoutMs: number
}

export interface GuardedAnswer {
  status: number
  header(name: string): string | undefined
  /** The beginning of its body. */
  text: string
}

export type RequestSender = (request: GuardedRequest) => Promise<GuardedAnswer>

/** More than any answer of a store to what is asked here. */
const MOST_BYTES = 64 * 1024

/**
 * Sends requests through the egress guard, which checks the address each time and at each connection. Redirects are not followed.
 * Throws TargetFailure when there is no answer.
 */
export function createRequestSender(
  egress: Pick<Egress, 'checkUrl' | 'dispatcher'>,
  { httpsOnly, signal }: { httpsOnly: boolean; signal: AbortSignal },
): { send: RequestSender; close(): Promise<void> } {
  let dispatcher: Dispatcher | undefined

  async function send({ url, method, headers, body, timeoutMs }: GuardedRequest): Promise<GuardedAnswer> {
    using deadline = deadlineSignal(timeoutMs, [signal])
    try {
      const { origin } = egress.checkUrl(url.href, { httpsOnly })
      const answer = await request({
        origin,
        path: url.pathname + url.search,
        method,
        headers,
        body: body ?? null,
        signal: deadline.signal,
        // The deadline ends both waits.
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      const text = await beginningOf(answer.body)
      return { status: answer.statusCode, header: (name) => headerOf(answer.headers, name), text }
    } catch (error) {
      signal.throwIfAborted()
      if (deadline.signal.aborted)
        throw new TargetFailure(`${url.host} did not answer within ${timeoutMs / 1_000} s.`, { cause: error })
      const isFinal = error instanceof AddressNotAllowed
      throw new TargetFailure(`${url.host}: ${failureOf(error, false).detail}.`, { isFinal, cause: error })
    }
  }

  /** On another connection where a kept one was closed under it: everything that is asked here may be repeated. */
  async function request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    dispatcher ??= egress.dispatcher()
    for (;;) {
      try {
        return await dispatcher.request(options)
      } catch (error) {
        if (!(error instanceof KeptConnectionClosed)) throw error
      }
    }
  }

  return {
    send,
    async close() {
      await dispatcher?.destroy()
    },
  }
}

async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= MOST_BYTES) break
  }
  return Buffer.concat(pieces).toString('utf8', 0, MOST_BYTES)
}

function headerOf(headers: Dispatcher.ResponseData['headers'], name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

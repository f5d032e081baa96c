import type { Egress } from '@gleaner/egress'
import { MEGABYTE } from '@gleaner/runtime/units'
import { LlmFailure } from './llm-failure.ts'

/** Largest answer of a provider, in bytes: far more than any model writes at once. */
const MOST_BYTES = MEGABYTE

/**
 * What is sent of the headers that an SDK makes: no facts of this process, and nothing that variables of its environment name
 * (`OPENAI_CUSTOM_HEADERS` and the like), as the address is the caller's.
 */
const SENT_HEADERS = ['accept', 'anthropic-version', 'authorization', 'content-type', 'x-api-key']

/** A `fetch` for the providers' SDKs that leaves through the egress guard, follows no redirect and reads so much at most. */
export function createGuardedFetch(egress: Pick<Egress, 'dispatcher' | 'checkUrl'>) {
  let dispatcher: ReturnType<Egress['dispatcher']> | undefined
  const guarded = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    if (typeof address !== 'string' && !(address instanceof URL)) throw new TypeError('an address is wanted')
    const url = checked(egress, String(address))
    dispatcher ??= egress.dispatcher()
    const signal = init.signal ?? undefined
    const answer = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: (init.method ?? 'GET').toUpperCase() as 'GET' | 'POST',
      headers: sentHeaders(init.headers),
      body: typeof init.body === 'string' ? init.body : null,
      signal,
    })
    const pieces: Buffer[] = []
    let bytes = 0
    for await (const piece of answer.body) {
      bytes += piece.length
      if (bytes > MOST_BYTES) {
        answer.body.destroy()
        throw new LlmFailure('too_large')
      }
      pieces.push(piece)
    }
    const { statusCode } = answer
    const body = NO_BODY.has(statusCode) ? null : new Uint8Array(Buffer.concat(pieces))
    return new Response(body, { status: statusCode, headers: receivedHeaders(answer.headers) })
  }
  return {
    fetch: guarded,
    async close(): Promise<void> {
      await dispatcher?.destroy()
    },
  }
}

export type GuardedFetch = ReturnType<typeof createGuardedFetch>

/** Statuses that a Response refuses a body with. */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304])

function checked(egress: Pick<Egress, 'checkUrl'>, address: string): URL {
  try {
    return egress.checkUrl(address)
  } catch (error) {
    throw new LlmFailure('address', (error as Error).message)
  }
}

function sentHeaders(given: RequestInit['headers']): Record<string, string> {
  const headers = new Headers(given)
  return Object.fromEntries(
    SENT_HEADERS.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** What the SDKs read of an answer's headers. */
const READ_HEADERS = [
  'content-type',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'request-id',
  'x-request-id',
]

function receivedHeaders(given: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    READ_HEADERS.flatMap((name) => {
      const value = given[name]
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
}

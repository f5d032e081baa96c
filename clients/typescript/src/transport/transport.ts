import { ConnectionError, GleanerError } from '../errors.ts'
import type { Settings } from '../options.ts'
import type { RequestOptions } from '../types.ts'
import { createLiveSocket, type LiveSocket } from '../waiting/live-socket.ts'
import { credentialOf } from './credential.ts'
import { openDeadline } from './deadline.ts'
import { readError } from './read-error.ts'
import { type Call, type PreparedRequest, prepareRequest } from './request.ts'
import { withRetries } from './retry.ts'

/** The service itself waits for a scrape up to 120 seconds. */
export const CALL_TIMEOUT_MS = 150_000

/** Calls the API. It holds its settings in a function, so that nobody logs a key by logging a client. */
export interface Transport {
  /** The JSON of the answer, or undefined where it has none; of a `response` the answer itself, unread. */
  call(call: Call, options?: RequestOptions): Promise<unknown>
  /** One attempt: the answer when it is a success; for streams, which go on by themselves. */
  open(request: PreparedRequest, signal: AbortSignal): Promise<Response>
  prepare(call: Call, options?: RequestOptions): PreparedRequest
  settings(): Settings
  /** News of what is waited for. */
  live: LiveSocket
}

export function createTransport(settings: Settings): Transport {
  async function open(request: PreparedRequest, signal: AbortSignal): Promise<Response> {
    const { method, url, body, auth } = request
    const headers = { ...(await credentialOf(auth, settings)), ...request.headers }
    // Where a redirect leads would be sent the key.
    const init = { method, headers, signal, redirect: 'manual', ...(body !== undefined && { body }) } as const
    const response = await connected(() => settings.fetch(url, init), signal, url)
    settings.onResponse?.(response)
    if (response.ok || request.mayAnswer.includes(response.status)) return response
    throw await connected(() => readError(response), signal, url)
  }

  async function attempt(call: Call, request: PreparedRequest, signal: AbortSignal): Promise<unknown> {
    const response = await open(request, signal)
    if (isHandedOut(call)) return response
    return readJson(await connected(() => response.text(), signal, request.url), request)
  }

  return {
    open,
    prepare: (call, options = {}) => prepareRequest(call, settings, options),
    settings: () => settings,
    live: createLiveSocket(settings),
    async call(call, options = {}) {
      const request = prepareRequest(call, settings, options)
      const timeout = options.timeout ?? settings.timeout ?? CALL_TIMEOUT_MS
      const deadline = openDeadline(timeout, options.signal, `${request.method} ${call.facts.path}`)
      const policy = {
        maxRetries: options.maxRetries ?? settings.maxRetries,
        repeatable: request.repeatable,
      }
      let isRead = true
      try {
        const answer = await withRetries(() => attempt(call, request, deadline.signal), policy, deadline)
        isRead = !(answer instanceof Response)
        return answer
      } finally {
        // The caller reads a file after the call, as long as it takes; their signal still ends it.
        if (isRead) deadline.close()
        else deadline.stopClock()
      }
    },
  }
}

function isHandedOut({ facts, fields }: Call): boolean {
  return facts.reply === 'response' || (facts.textFormats?.includes(fields.format as string) ?? false)
}

function readJson(text: string, { method, url }: PreparedRequest): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new GleanerError(
      `${method} ${new URL(url).pathname} was answered with something that is no JSON; baseUrl may be another server's.`,
    )
  }
}

/** What fails on the way is a `ConnectionError`; what ended because it was asked to keeps its reason. */
export async function connected<T>(work: () => Promise<T>, signal: AbortSignal, url: string): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    signal.throwIfAborted()
    throw new ConnectionError(`No answer from ${new URL(url).origin}: ${reasonOf(cause)}`, {}, { cause })
  }
}

/** Node's `fetch failed` hides the reason behind it. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.code ?? cause?.message ?? message ?? String(error)
}

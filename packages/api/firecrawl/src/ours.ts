import { setTimeout as sleep } from 'node:timers/promises'
import { API_ROOT } from '@gleaner/contracts'
import { DoorError } from './door-error.ts'
import { theirError } from './errors.ts'

/** Our own endpoints, as whoever asks at this door may call them. */
export interface Ours {
  /** Throws a DoorError for whatever is refused. `path` is below the API's root. */
  ask<T>(method: string, path: string, body?: unknown, options?: AskOptions): Promise<Reply<T>>
  /** A reply that is read as it comes. */
  stream(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response>
  /** Headers of the last reply that say how much the caller may still ask. */
  readonly limits: Record<string, string>
}

export interface Reply<T> {
  status: number
  body: T
}

export interface AskOptions {
  headers?: Record<string, string>
  /** Sent in place of a JSON body. */
  form?: FormData
}

const TOLD_HEADERS = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-concurrency-limit',
  'x-concurrency-current',
]

/** `fetch` acts as the caller (`fetchInside`); `signal` aborts when they have left. */
export function createOurs(fetch: typeof globalThis.fetch, signal: AbortSignal): Ours {
  const limits: Record<string, string> = {}

  async function send(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`http://inside${API_ROOT}${path}`, init)
    for (const name of TOLD_HEADERS) {
      const value = response.headers.get(name)
      if (value !== null) limits[name] = value
    }
    if (response.status < 400) return response
    const error = await response.json().catch(() => ({}))
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    throw theirError(error, response.status, Number.isNaN(seconds) ? undefined : seconds)
  }

  return {
    limits,
    async ask<T>(method: string, path: string, body?: unknown, { headers, form }: AskOptions = {}) {
      const response = await send(path, {
        method,
        signal,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(form && { body: form }),
      })
      const text = await response.text()
      return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T }
    },
    stream: (path, headers, until) => send(path, { headers, signal: AbortSignal.any([signal, until]) }),
  }
}

/** How often what goes on is looked at. In ms. */
const EVERY_MS = 1_000

/** Looks again and again until there is something, or `deadline` (ms of `Date.now()`) has passed. */
export async function pollUntil<T>(
  deadline: number,
  signal: AbortSignal,
  look: () => Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() >= deadline)
      throw new DoorError(408, 'SCRAPE_TIMEOUT', 'The work was not done in the time that the request allows.')
    // The work is announced to nobody who asks from outside; each look is paced.
    await sleep(EVERY_MS, undefined, { signal })
  }
}

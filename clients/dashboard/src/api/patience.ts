import { createTurns } from './turns.ts'

/** Nobody waits longer than this for a limit without being asked, in seconds. */
const LONGEST_WAIT_S = 60
/** A refusal with more tokens left than a request takes is about another limit, which this does not wait for. */
const MOST_TOKENS = 1

export interface Waiting {
  /** Tokens a minute that the account has. */
  limit: string
}

let waiting: Waiting | undefined
const listeners = new Set<() => void>()
const tell = (now: Waiting | undefined) => {
  waiting = now
  for (const listener of listeners) listener()
}

export const waitingNow = (): Waiting | undefined => waiting
export function onWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const turns = createTurns({ onFree: () => tell(undefined) })

/**
 * `fetch` that sends again what the service refused for its rate limit, which has done nothing, once it asks for it again. Meanwhile
 * everything else waits too, and then goes one after the other: what a person does before what a page reads by itself.
 */
export async function patientFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const isRead = (init.method ?? 'GET') === 'GET'
  for (let isRefused = false; ; isRefused = true) {
    await turns.take({ isRead, isRefused, signal: init.signal ?? undefined })
    const response = await fetch(input, init)
    const seconds = secondsToWait(response)
    if (seconds === undefined) return response
    await response.body?.cancel()
    tell({ limit: response.headers.get('X-RateLimit-Limit') ?? '' })
    turns.shut(seconds * 1_000)
  }
}

/** Undefined for whatever is no refusal that passes soon. */
function secondsToWait({ status, headers }: Response): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  const left = Number(headers.get('X-RateLimit-Remaining') ?? Number.NaN)
  return status === 429 && left <= MOST_TOKENS && seconds <= LONGEST_WAIT_S ? seconds : undefined
}

import type { Method } from '@gleaner/contracts'
import type { FailureReason } from '../fetcher.ts'
import type { MemoryReservation } from '../read-body/body-memory.ts'

/** One HTTP request of an attempt; redirects make several. */
export interface HttpRequest {
  url: URL
  method: Method
  /** In sending order, names as they are sent over HTTP/1.1; no cookies yet. */
  headers: [name: string, value: string][]
  body: string | undefined
  /** Proxy URL of the operator or the caller, when one was chosen. */
  proxy: string | undefined
  /** Its connection serves no other request afterwards (`isolation.ts` says why). */
  alone: boolean
}

/** The head of a response. Names in lower case; repeated headers joined with `, `. */
export interface ResponseHead {
  status: number
  headers: Record<string, string>
  setCookies: string[]
  /** The values of its Location headers, each by itself: joined, they could not be told apart. */
  locations: string[]
}

export interface HttpResponse extends ResponseHead {
  kind: 'response'
  /** Names among the request's headers that its protocol has no place for, and that were left out. */
  unsent?: readonly string[] | undefined
  /** Decoded bytes; empty when the body was not wanted. */
  body: Uint8Array
  /** The body went beyond its limit and was dropped. */
  overflow: boolean
}

export interface HttpFailure {
  kind: 'failed'
  reason: FailureReason
  detail: string
  mayHaveBeenSent: boolean
  /** As `FetchOutcome` has it. */
  unreachable?: boolean | undefined
}

/** Sends one request and reads its response; follows nothing, throws nothing for what a target does. */
export type Transport = (request: HttpRequest, reading: ReadOptions) => Promise<HttpResponse | HttpFailure>

export interface ReadOptions {
  /** How many decoded bytes of the body are wanted, once the head is known. 0: the body is not read at all. */
  limitFor(head: ResponseHead): number
  signal: AbortSignal
  /** Memory for a large body; absent: it needs no permit. */
  memory?: MemoryReservation | undefined
}

export const TIMED_OUT = 'The target did not answer in time'
/** The attempt's time passed while its large body waited for memory. */
export const WAITED_FOR_MEMORY =
  'The page is larger than 1 MB, and the time passed while it waited for memory: many large pages are fetched at the moment'

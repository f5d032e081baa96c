import { ApiError } from '@gleaner/contracts'

/** A message of JSON-RPC, of which only the method is looked at here. */
export interface Message {
  method?: unknown
}

/** The one message of a body. Throws INVALID_REQUEST for what is none; a list of messages is none since 2025-06-18. */
export function readMessage(body: unknown): Message {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new ApiError(
    'INVALID_REQUEST',
    'The body must be one message of JSON-RPC as a JSON object; send several messages one by one.',
  )
}

const ASKING: ReadonlySet<unknown> = new Set(['tools/call', 'resources/read'])

/** Whether endpoints are asked for it, which take their own tokens; of what needs no reply, and is dropped, nobody asks anything. */
export function asksEndpoints({ method }: Message): boolean {
  return ASKING.has(method) || String(method).startsWith('notifications/')
}

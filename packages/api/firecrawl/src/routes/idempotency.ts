import type { DoorCall } from '../call.ts'
import type { AskOptions } from '../ours.ts'

/** A request that is sent twice with the same key is one. */
export function idempotencyOf({ request }: DoorCall): AskOptions {
  const key = request.get('x-idempotency-key') ?? request.get('idempotency-key')
  return key === undefined ? {} : { headers: { 'idempotency-key': key } }
}

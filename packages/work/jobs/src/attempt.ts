import type { Tier, Wall } from '@gleaner/contracts'
import type { SessionUse } from '@gleaner/sessions'

/** How an attempt ended, as the row keeps it. `delivered` is the only success. */
export type AttemptResult =
  | 'delivered'
  | 'blocked'
  | 'empty_shell'
  | 'needs_browser'
  | 'server_error'
  | 'broken_body'
  | 'timeout'
  | 'network_error'
  | 'unsupported'
  | 'too_large'
  | 'not_allowed'
  | 'resource_limit'
  | 'extraction_failed'
  | 'internal'

/** One tier's try of a job. */
export interface Attempt {
  tier: Tier
  result: AttemptResult
  durationMs: number
  /** What went wrong, for the caller. */
  error?: string
  /** What stood in the way of a `blocked` attempt. */
  wall?: Wall
  /** No such host, nobody listens there, or its certificate does not hold: the same for every tier. */
  unreachable?: boolean
  /** The target may have acted on the request. Decides whether a request that changes something may be repeated. */
  mayHaveBeenSent?: boolean
  /** The login session that it was sent with, and how the target took it. */
  session?: SessionUse
}

import type { Method, Mode } from '@gleaner/contracts'

/** A target's response, as far as a verdict needs it. */
export interface TargetResponse {
  status: number
  /** Lower-case names. */
  headers: Record<string, string>
  /** Decoded bytes; only a bounded head and tail of them are looked at. */
  body: Uint8Array
  finalUrl: string
  /** The address that was requested; tells a login page that was requested from one that came instead. */
  requestedUrl?: string | undefined
  method?: Method | undefined
  mode?: Mode | undefined
  /** A browser ran the page's scripts. */
  rendered: boolean
  /** The body was larger than allowed and is not here. */
  overflow?: boolean | undefined
}

/** The verdict on a response. `rule` names the row of the tables that decided. */
export type Verdict =
  | { kind: 'delivered'; rule: string }
  | { kind: 'blocked'; by: string; challenge: boolean; detail: string; rule: string }
  | { kind: 'empty_shell'; detail: string; rule: string; refreshTo?: string }
  | { kind: 'unsupported'; detail: string; rule: string }
  | { kind: 'too_large'; detail: string; rule: string }
  | { kind: 'server_error'; detail: string; rule: string }

import type { Method, Mode, Wall } from '@gleaner/contracts'

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
  /** Files that nothing is read from are delivered as well: their bytes are wanted. */
  takesFiles?: boolean | undefined
  /** A browser ran the page's scripts. */
  rendered: boolean
  /** The body was larger than allowed and is not here. */
  overflow?: boolean | undefined
}

/** The verdict on a response. `by` names the vendor of a wall, or its kind where no vendor shows; `rule` names the row of the tables that decided. */
export type Verdict =
  | { kind: 'delivered'; rule: string }
  | { kind: 'blocked'; wall: Wall; by: string; detail: string; rule: string }
  | { kind: 'empty_shell'; detail: string; rule: string; refreshTo?: string }
  | { kind: 'unsupported'; detail: string; rule: string }
  | { kind: 'too_large'; detail: string; rule: string }
  | { kind: 'server_error'; detail: string; rule: string }

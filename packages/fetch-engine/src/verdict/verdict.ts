import type { Method, Mode } from '@gleaner/contracts'

/** One answer of a target, as far as a verdict needs it. */
export interface Answer {
  status: number
  /** Lower-case names. */
  headers: Record<string, string>
  /** Decoded bytes; only a bounded head and tail of them are looked at. */
  body: Uint8Array
  finalUrl: string
  /** The address that was asked for; tells a login page that was asked for from one that stands in the way. */
  requestedUrl?: string | undefined
  method?: Method | undefined
  mode?: Mode | undefined
  /** A browser ran the page's scripts. */
  rendered: boolean
  /** The body was larger than allowed and is not here. */
  overflow?: boolean | undefined
}

/** What an attempt's answer is worth. `rule` names the row of the tables that decided. */
export type Verdict =
  | { kind: 'delivered'; rule: string }
  | { kind: 'blocked'; by: string; challenge: boolean; detail: string; rule: string }
  | { kind: 'empty_shell'; detail: string; rule: string; refreshTo?: string }
  | { kind: 'unsupported'; detail: string; rule: string }
  | { kind: 'too_large'; detail: string; rule: string }
  | { kind: 'server_error'; detail: string; rule: string }

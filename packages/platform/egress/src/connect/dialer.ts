import type { Socket } from 'node:net'

/** Opens connections: directly, or through an upstream proxy. */
export interface Dialer {
  /**
   * Opens a byte stream to a target whose name the URL guard has allowed. `signal` ends the attempt, not the stream
   * that came of it.
   */
  open(hostname: string, port: number, signal?: AbortSignal): Promise<Socket>
  /** How a plain http request for this host goes to an http upstream unchanged, when it may. */
  relay?(hostname: string): Promise<Relay | undefined>
}

export interface Relay {
  origin: string
  /** Lower-case name, value. */
  headers: [string, string][]
  open: Dialer['open']
}

import type { Socket } from 'node:net'

/** How connections leave: directly, or through another proxy. */
export interface Route {
  /**
   * Opens a byte stream to a target that the guard has let through by its name. `signal` ends whatever was begun,
   * and has no say once the stream is there.
   */
  open(hostname: string, port: number, signal?: AbortSignal): Promise<Socket>
  /** How a plain http request for this host goes to an http upstream unchanged, when it may. */
  relay?(hostname: string): Promise<Relay | undefined>
}

export interface Relay {
  origin: string
  /** Lower-case name, value. */
  headers: [string, string][]
  open: Route['open']
}

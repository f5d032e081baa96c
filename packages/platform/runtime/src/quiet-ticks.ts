import type { Socket } from 'node:net'

/** How often sockets are looked at. In ms. */
export const TICK_MS = 1_000

/** Counts for how many ticks in a row a socket has brought nothing. To be called once a tick. */
export type QuietTicks = (socket: Socket | undefined) => number

/**
 * Counts in ticks and not by the clock: a process that was held up for seconds has not read what waits for it, and would
 * take its own pause for the silence of the other side.
 */
export function createQuietTicks(): QuietTicks {
  let last: { socket: Socket | undefined; bytes: number } = { socket: undefined, bytes: 0 }
  let ticks = 0
  return (socket) => {
    const bytes = socket?.bytesRead ?? 0
    ticks = socket && socket === last.socket && bytes === last.bytes ? ticks + 1 : 0
    last = { socket, bytes }
    return ticks
  }
}

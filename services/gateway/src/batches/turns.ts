import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long work may hold the event loop before others get their turn. */
const SLICE_MS = 5

/** Gives a function that lets the event loop turn once it was held for a while; to be awaited after each step of a long work. */
export function createTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await nextTurn()
    since = performance.now()
  }
}

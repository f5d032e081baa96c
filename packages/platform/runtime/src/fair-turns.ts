import { AsyncLocalStorage } from 'node:async_hooks'

/** How long the event loop is left to everything else after a turn: for so many times as long, and for so many ms at most. */
const REST = { times: 2, maxMs: 100 }
/** How long a work may hold the event loop before it waits for its next turn, in ms. */
const SLICE_MS = 5

const currentShare = new AsyncLocalStorage<string>()

/** Does what is done for somebody (an account) in their line: `nextTurn` then waits for their turn. */
export function inLineOf<T>(share: string, work: () => T): T {
  return currentShare.run(share, work)
}

/**
 * Waits until the event loop may be held again for a few milliseconds, by whatever is done until the next wait. Within `inLineOf` the turns
 * of a process go to its shares one after the other, and to one at a time; outside it is the loop's next turn.
 */
export function nextTurn(): Promise<void> {
  const share = currentShare.getStore()
  return share === undefined ? new Promise((resolve) => setImmediate(resolve)) : takeTurn(share)
}

/** Gives a function to be awaited after each step of a long work: it waits for the next turn once this one was used up. */
export function createPace(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await nextTurn()
    since = performance.now()
  }
}

/**
 * Does a step for each of many things: after any of them others go first once this turn was used up. Rejects with the signal's reason when
 * that aborts meanwhile. A step that takes long by itself holds the loop for so long.
 */
export async function forEachInTurns<T>(
  things: Iterable<T>,
  signal: AbortSignal,
  step: (thing: T) => void,
): Promise<void> {
  const turn = createPace()
  for (const thing of things) {
    signal.throwIfAborted()
    step(thing)
    await turn()
  }
}

/**
 * Gives out turns of the event loop. One share's turn comes after another's, whoever waits for many; and after a turn the loop is left to
 * everything else for twice as long as that took, so that the work of all of them together takes a third of it at most.
 */
export function createFairTurns(): (share: string) => Promise<void> {
  /** The Map's order is the order of turns. */
  const lines = new Map<string, (() => void)[]>()
  let isResting = false

  function open(): void {
    isResting = true
    let since = 0
    setImmediate(() => {
      since = performance.now()
      grant()
    })
    // Runs right after the turn: between two immediates of one round only what the first has resolved goes on.
    setImmediate(() => {
      const rest = Math.min(REST.maxMs, REST.times * (performance.now() - since))
      if (rest < 1) close()
      else setTimeout(close, rest)
    })
  }

  function grant(): void {
    const [share, line] = lines.entries().next().value!
    lines.delete(share)
    line.shift()!()
    if (line.length > 0) lines.set(share, line)
  }

  function close(): void {
    isResting = false
    if (lines.size > 0) open()
  }

  return (share) =>
    new Promise((resolve) => {
      const line = lines.get(share)
      if (line) line.push(resolve)
      else lines.set(share, [resolve])
      if (!isResting) open()
    })
}

/** There is one event loop. */
const takeTurn = createFairTurns()

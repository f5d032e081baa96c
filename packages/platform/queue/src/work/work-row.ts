/** What one kind of work may take of the service, altogether and for one account. */
export interface WorkRow {
  /** Where its places are counted: in Redis, over all processes (`fair-semaphore.ts`), or in each process (`places.ts`). */
  counted: 'fleet' | 'process'
  /** Places that one process has; `given`: whoever opens them says how many (a setting, the cores, the memory). */
  places: number | 'given'
  /** Of so many places those that one account may hold. */
  share: (places: number) => number
  /** Most of it that one account may have unfinished; beyond it a request is a 429. Text: what else bounds it. */
  unfinished: number | string
  /** Longest time that a place is held, in ms; then the work is aborted. */
  longestMs: number
  /** Longest time that it may wait for a place, in ms, where a caller waits with it. */
  longestWaitMs?: number
  /** Who decides how long it takes: somebody outside, who may be silent for as long as we let them, or we. */
  heldBy: 'outsider' | 'us'
}

/**
 * The rule of the fair semaphore: of so many permits one in `keptOneIn` is kept for accounts that hold none, and of what is free beside
 * it an account may hold `times` as many.
 */
export const FAIR_RULE = { keptOneIn: 4, times: 2 } as const

/** What that rule gives an account that is alone. */
export const half = (places: number) => {
  const { keptOneIn, times } = FAIR_RULE
  const others = places - Math.max(1, Math.floor(places / keptOneIn))
  return Math.max(1, Math.ceil((times * others) / (1 + times)))
}
/** What an account that is alone has when it may hold this part of what is free. */
export const ofFree = (part: number) => (places: number) =>
  Math.max(1, Math.floor((part * places) / (1 + part)))
export const allButOne = (places: number) => Math.max(1, places - 1)
export const all = (places: number) => places
export const most = (share: number) => (places: number) => Math.min(share, places)

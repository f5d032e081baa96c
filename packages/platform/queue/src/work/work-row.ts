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

/** A quarter is kept for accounts that hold none, and of the rest one account takes two thirds: the rule of the fair semaphore. */
export const half = (places: number) =>
  Math.max(1, Math.ceil((2 * (places - Math.max(1, Math.floor(places / 4)))) / 3))
export const allButOne = (places: number) => Math.max(1, places - 1)
export const all = (places: number) => places
export const most = (share: number) => (places: number) => Math.min(share, places)

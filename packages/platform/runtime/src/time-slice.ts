import { setImmediate } from 'node:timers/promises'

/** Long work in slices, so that others of the process are not held up. */
export interface TimeSlice {
  isOver(): boolean
  /** Lets others go first, and begins the next slice. */
  next(): Promise<void>
}

/** Longest slice in ms, and how many steps are taken between two looks at the clock. */
const SLICE_MS = 8
const STEPS = 32

export function createTimeSlice(): TimeSlice {
  let since = performance.now()
  let steps = 0
  return {
    isOver: () => ++steps % STEPS === 0 && performance.now() - since >= SLICE_MS,
    async next() {
      await setImmediate()
      since = performance.now()
    },
  }
}

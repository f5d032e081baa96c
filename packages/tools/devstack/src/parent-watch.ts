const LOOK_EVERY_MS = 1_000

/**
 * Calls `onGone` once when the process that started us is gone: a killed `npm start` passes no signal on, and its
 * stack must not stay behind.
 */
export function watchParent(onGone: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onGone()
  }, LOOK_EVERY_MS)
}

/**
 * Folders whose suites start browsers or whole fleets, and how many of these may run at once: each of them wants a core, and their pages have
 * time limits. All others wait most of the time.
 */
const HEAVY = { folders: ['packages/fetching/browser-tiers/', 'packages/tools/devstack/'], atOnce: 2 }

export interface WaitingSuites<Suite> {
  /** The next that may begin. Undefined: what is left is for lanes that run a heavy suite now. */
  take(): Suite | undefined
  /** Disposed of when the suite has ended. */
  run(suite: Suite): Disposable
}

/** Suites in the order in which they begin, as far as there is room for heavy ones. */
export function createWaitingSuites<Suite extends { path: string }>(
  suites: readonly Suite[],
): WaitingSuites<Suite> {
  const left = [...suites]
  let heavyNow = 0
  const isHeavy = ({ path }: Suite) => HEAVY.folders.some((folder) => path.includes(`/${folder}`))
  return {
    take() {
      const next = left.findIndex((suite) => heavyNow < HEAVY.atOnce || !isHeavy(suite))
      return next < 0 ? undefined : left.splice(next, 1)[0]
    },
    run(suite) {
      const weight = isHeavy(suite) ? 1 : 0
      heavyNow += weight
      return {
        [Symbol.dispose]() {
          heavyNow -= weight
        },
      }
    },
  }
}

/** The feeds that are followed at this process, over WebSockets and event streams alike. Each reads what ends in its account. */
export interface OpenFeeds {
  /** Takes one of those that the account may follow, to be given back by calling it; undefined when it follows as many. */
  take(accountId: string): (() => void) | undefined
}

/** Connections of one account at one process that may follow its feed. */
export const FEEDS_OF_ACCOUNT_MAX = 10

export const TOO_MANY_FEEDS = `An account follows its feed over at most ${FEEDS_OF_ACCOUNT_MAX} connections at a time.`

export function createOpenFeeds(): OpenFeeds {
  const feeds = new Map<string, number>()
  return {
    take(accountId) {
      const taken = feeds.get(accountId) ?? 0
      if (taken >= FEEDS_OF_ACCOUNT_MAX) return undefined
      feeds.set(accountId, taken + 1)
      return () => {
        const left = feeds.get(accountId)! - 1
        if (left > 0) feeds.set(accountId, left)
        else feeds.delete(accountId)
      }
    },
  }
}

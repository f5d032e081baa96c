/** Who follows all that happens in accounts. */
export interface NewsFollowers {
  /** See `LiveHub.followNews`. */
  follow(accountId: string, signal: AbortSignal): AsyncGenerator<void, never, undefined>
  /** There may be news of an account; without one, of all. */
  wake(accountId?: string): void
}

interface Follower {
  isWoken: boolean
  wake(): void
}

/** `join` listens to an account's news, until what it returns is called. */
export function createNewsFollowers(join: (accountId: string) => () => void): NewsFollowers {
  const accounts = new Map<string, Set<Follower>>()

  async function* follow(accountId: string, signal: AbortSignal): AsyncGenerator<void, never, undefined> {
    const follower: Follower = { isWoken: true, wake: () => {} }
    const ofAccount = accounts.get(accountId) ?? new Set()
    accounts.set(accountId, ofAccount.add(follower))
    const leave = join(accountId)
    try {
      for (;;) {
        if (!follower.isWoken) await woken(follower, signal)
        signal.throwIfAborted()
        follower.isWoken = false
        yield
      }
    } finally {
      leave()
      ofAccount.delete(follower)
      if (ofAccount.size === 0) accounts.delete(accountId)
    }
  }

  return {
    follow,
    wake(accountId) {
      const woken = accountId === undefined ? [...accounts.values()] : [accounts.get(accountId)]
      for (const followers of woken)
        for (const follower of followers ?? []) {
          follower.isWoken = true
          follower.wake()
        }
    },
  }
}

function woken(follower: Follower, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onAbort = () => reject(signal.reason)
  follower.wake = resolve
  signal.addEventListener('abort', onAbort, { once: true })
  return promise.finally(() => signal.removeEventListener('abort', onAbort))
}

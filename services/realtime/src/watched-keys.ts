import { type KeyInUse, readValidKeys } from '@gleaner/accounts'
import { isDatabaseUnavailable, type Queryable } from '@gleaner/db'
import { createLoop, type Logger } from '@gleaner/runtime'

/** Keys by which something is followed: those of a request are checked once, those of a connection as long as it lasts. */
export interface WatchedKeys {
  /** Calls `onInvalid` once the key does not stand for its caller any more. Ended by calling what is returned. */
  watch(key: KeyInUse, onInvalid: () => void): () => void
  start(): void
  stop(): Promise<void>
}

/** How long a revoked key is still told things, at most. In ms. */
const LOOK_EVERY_MS = 2_000
/** Keys of one statement. */
const GROUP = 1_000

export function createWatchedKeys(db: Queryable, logger: Logger): WatchedKeys {
  /** Each key once, however many connections it has. */
  const watched = new Map<string, { key: KeyInUse; listeners: Set<() => void> }>()

  async function look(): Promise<void> {
    const all = [...watched.values()]
    for (let from = 0; from < all.length; from += GROUP) {
      const group = all.slice(from, from + GROUP)
      const keys = group.map(({ key }) => key)
      const valid = await readValidKeys(db, keys)
      for (const [index, { listeners }] of group.entries())
        if (!valid[index]) for (const onInvalid of [...listeners]) onInvalid()
    }
  }

  const looking = createLoop({
    name: 'look-at-keys',
    everyMs: LOOK_EVERY_MS,
    logger,
    async run() {
      try {
        await look()
      } catch (error) {
        // Nothing is told meanwhile that has not been read before.
        if (!isDatabaseUnavailable(error)) throw error
      }
    },
  })

  return {
    watch({ apiKeyId, accountId }, onInvalid) {
      const id = `${apiKeyId} ${accountId}`
      const known = watched.get(id) ?? { key: { apiKeyId, accountId }, listeners: new Set<() => void>() }
      watched.set(id, known)
      const listener = () => onInvalid()
      known.listeners.add(listener)
      return () => {
        known.listeners.delete(listener)
        if (known.listeners.size === 0) watched.delete(id)
      }
    },
    start: () => looking.start(),
    stop: () => looking.stop(),
  }
}

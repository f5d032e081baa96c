import { liveChannel, type News } from '@gleaner/jobs'
import type { PubSub } from '@gleaner/queue'

export interface NewsListener {
  /** Something has changed; `id` is the UUID of a job or batch of the account. */
  onNews(accountId: string, id: string, news: News): void
  /** News of this account may have been lost until now; without an account, of all. */
  onMissed(accountId?: string): void
}

/** What is published of accounts: one subscription for each of them, however many follow what is in it. */
export interface NewsSource {
  /** Listens to an account's news, until what is returned is called. */
  join(accountId: string): () => void
  stop(): void
}

export function createNewsSource(pubSub: PubSub, { onNews, onMissed }: NewsListener): NewsSource {
  const accounts = new Map<string, { users: number; unsubscribe: Promise<() => void> }>()
  const offResumed = pubSub.onResumed(() => onMissed())

  async function subscribe(accountId: string): Promise<() => void> {
    const unsubscribe = await pubSub.subscribeToAll(liveChannel(accountId), (id, message) => {
      const news = parse(message)
      if (news) onNews(accountId, id, news)
    })
    onMissed(accountId)
    return unsubscribe
  }

  return {
    join(accountId) {
      const known = accounts.get(accountId)
      const account = known ?? { users: 0, unsubscribe: subscribe(accountId) }
      account.users++
      accounts.set(accountId, account)
      return () => {
        if (--account.users > 0) return
        accounts.delete(accountId)
        void account.unsubscribe.then((unsubscribe) => unsubscribe())
      }
    },
    stop: offResumed,
  }
}

/** Processes of another version may publish what this one does not read. */
function parse(message: string): News | undefined {
  try {
    const news: unknown = JSON.parse(message)
    return typeof news === 'object' && news !== null ? (news as News) : undefined
  } catch {
    return undefined
  }
}

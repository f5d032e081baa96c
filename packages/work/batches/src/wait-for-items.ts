import type { Queryable } from '@gleaner/db'
import { type JobsContext, liveChannel } from '@gleaner/jobs'
import type { PubSub } from '@gleaner/queue'
import { awaitEnd } from '@gleaner/queue/claim'

/** Waits until all items of a batch, or scrapes of a search, have ended, at most `timeoutMs`, or until `signal` aborts. */
export async function waitForItems(
  { pool, pubSub }: Pick<JobsContext, 'pool' | 'pubSub'>,
  { accountId, id }: { accountId: string; id: string },
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  await awaitEnd({
    pubSub: { subscribe: subscribeToItems(pubSub) },
    channel: liveChannel(accountId),
    id,
    look: async () => ({ end: (await hasEnded(pool, id)) || undefined }),
    timeoutMs,
    signal,
  })
}

/** News of an item are published under the item's own id, and name its batch. */
function subscribeToItems(pubSub: Pick<PubSub, 'subscribeToAll'>): PubSub['subscribe'] {
  return (channel, batchId, wake) =>
    pubSub.subscribeToAll(channel, (_, message) => {
      if (message.includes(batchId)) wake(message)
    })
}

async function hasEnded(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'has-batch-ended',
    text: 'SELECT FROM batch WHERE id = $1 AND finished_at IS NULL',
    values: [id],
  })
  return rowCount === 0
}

import type { Outbox } from '../ws/outbox.ts'
import { accountFeed, type FeedSources } from './account-feed.ts'
import type { Feed } from './feed.ts'

/** Tells a client over its WebSocket what ends in its account, until `signal` aborts. */
export async function tellFeed(
  { outbox, ...sources }: FeedSources & { outbox: Pick<Outbox, 'sendWhenRoom'> },
  feed: Feed,
  signal: AbortSignal,
): Promise<void> {
  for await (const make of accountFeed(sources, feed, signal))
    await outbox.sendWhenRoom(async () => (await make()).map(({ text }) => text), signal)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { type BatchHead, presentCounts, readBatchHeads } from '@gleaner/batches'
import { type LiveMessage, NIL_UUID } from '@gleaner/contracts'
import { type FeedEntry, type FeedPlace, readFeed, readSettledUntil } from '@gleaner/jobs'
import type { Feed } from './feed.ts'
import { batchUpdate, type Follower } from './follow-target.ts'
import { unixSeconds } from './unix-seconds.ts'

/** Entries that are read at once, and whose messages are made together. */
const READ_MAX = 200
const TOGETHER = 4
/** News comes in swarms: what has ended is read so long after the first of them. In ms. */
const GATHER_MS = 150

/** Tells a client what ends in its account, in order, each once, until `signal` aborts. */
export async function followAccount(
  follower: Follower,
  { from, kinds, statuses }: Feed,
  results: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { accountId, pool, outbox, hub, send } = follower
  let place = from ?? { at: await readSettledUntil(pool), id: NIL_UUID }
  send({ type: 'subscribed', feed: 'account', cursor: cursorOf(place), ts: unixSeconds() })
  for await (const _ of hub.followNews(accountId, signal)) {
    await tellOn()
    await sleep(GATHER_MS, undefined, { signal })
    // What ended beside transactions that were at work a moment ago.
    await tellOn()
  }

  async function tellOn(): Promise<void> {
    for (;;) {
      const entries = await readFeed(pool, accountId, place, READ_MAX)
      const wanted = entries.filter(({ kind }) => !kinds || kinds.includes(kind))
      for (let at = 0; at < wanted.length; at += TOGETHER)
        await outbox.sendWhenRoom(
          () => makeMessages(follower, wanted.slice(at, at + TOGETHER), { results, statuses }),
          signal,
        )
      place = entries.at(-1) ?? place
      if (entries.length < READ_MAX) return
    }
  }
}

async function makeMessages(
  { accountId, pool, updates }: Follower,
  entries: readonly FeedEntry[],
  { results, statuses }: { results: boolean; statuses: readonly string[] | undefined },
): Promise<(string | Buffer)[]> {
  const heads = await readBatchHeads(
    pool,
    entries.flatMap(({ kind, id }) => (kind === 'job' ? [] : [{ accountId, id }])),
  )
  const made = entries.map(async (entry) => {
    const message = await messageOf(entry)
    // Its row may be gone meanwhile.
    return message && withCursor(message, cursorOf(entry))
  })
  return (await Promise.all(made)).filter((message) => message !== undefined)

  async function messageOf({ kind, id }: FeedEntry): Promise<string | undefined> {
    const message =
      kind === 'job'
        ? (await updates.ended({ accountId, id, withPage: results }))?.toString()
        : messageOfBatch(heads.get(id))
    // The status stands before what the work's caller has said.
    const status = message && /"status":"(\w+)"/.exec(message)?.[1]
    return !statuses || (status && statuses.includes(status)) ? message : undefined
  }
}

function messageOfBatch(head: BatchHead | undefined): string | undefined {
  return head && JSON.stringify(batchUpdate(head, presentCounts(head)) satisfies LiveMessage)
}

function withCursor(message: string, cursor: string): string {
  return `{"cursor":"${cursor}",${message.slice(1)}`
}

function cursorOf({ at, id }: FeedPlace): string {
  return `${at}_${id}`
}

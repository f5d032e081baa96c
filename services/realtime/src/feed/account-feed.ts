import { setTimeout as sleep } from 'node:timers/promises'
import { type BatchHead, presentCounts, readBatchHeads } from '@gleaner/batches'
import { type LiveMessage, NIL_UUID } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { type FeedEntry, readFeed, readSettledUntil } from '@gleaner/jobs'
import type { LiveHub } from '../live/hub.ts'
import { batchUpdate } from '../ws/follow-target.ts'
import type { JobUpdates } from '../ws/job-updates.ts'
import { unixSeconds } from '../ws/unix-seconds.ts'
import { cursorOf, type Feed } from './feed.ts'

/** A message of the feed, as JSON text that begins with its cursor. */
export interface FeedMessage {
  type: LiveMessage['type']
  cursor: string
  text: string
}

/** Makes some messages when their listener has room for them. */
export type FeedPart = () => Promise<FeedMessage[]>

export interface FeedSources {
  accountId: string
  pool: Queryable
  hub: Pick<LiveHub, 'followNews'>
  updates: Pick<JobUpdates, 'ended'>
}

/** Entries that are read at once, and whose messages are made together. */
const READ_MAX = 200
const TOGETHER = 4
/** News comes in swarms: what has ended is read so long after the first of them. In ms. */
const GATHER_MS = 150

/** `subscribed`, and then what ends in an account, in order, each once, until `signal` aborts. */
export async function* accountFeed(
  sources: FeedSources,
  feed: Feed,
  signal: AbortSignal,
): AsyncGenerator<FeedPart, void, undefined> {
  const { accountId, pool, hub } = sources
  let place = feed.from ?? { at: await readSettledUntil(pool), id: NIL_UUID }
  const cursor = cursorOf(place)
  yield async () => [
    messageOf('subscribed', cursor, { type: 'subscribed', feed: 'account', ts: unixSeconds() }),
  ]
  for await (const _ of hub.followNews(accountId, signal)) {
    yield* readOn()
    await sleep(GATHER_MS, undefined, { signal })
    // What ended beside transactions that were at work a moment ago.
    yield* readOn()
  }

  async function* readOn(): AsyncGenerator<FeedPart, void, undefined> {
    for (;;) {
      const entries = await readFeed(pool, accountId, place, READ_MAX)
      const wanted = entries.filter(({ kind }) => !feed.kinds || feed.kinds.includes(kind))
      for (let at = 0; at < wanted.length; at += TOGETHER)
        yield () => makeMessages(sources, wanted.slice(at, at + TOGETHER), feed)
      place = entries.at(-1) ?? place
      if (entries.length < READ_MAX) return
    }
  }
}

async function makeMessages(
  { accountId, pool, updates }: FeedSources,
  entries: readonly FeedEntry[],
  { results, statuses }: Feed,
): Promise<FeedMessage[]> {
  const heads = await readBatchHeads(
    pool,
    entries.flatMap(({ kind, id }) => (kind === 'job' ? [] : [{ accountId, id }])),
  )
  const made = await Promise.all(entries.map(make))
  // The row of one may be gone meanwhile.
  return made.filter((message) => message !== undefined)

  async function make(entry: FeedEntry): Promise<FeedMessage | undefined> {
    const { kind, id } = entry
    if (kind !== 'job') return updateOf(heads.get(id), cursorOf(entry))
    const text = (await updates.ended({ accountId, id, withPage: results }))?.toString()
    // The status stands before what the work's caller has said.
    const status = text && /"status":"(\w+)"/.exec(text)?.[1]
    return text && isWanted(status) ? withCursor('job_update', cursorOf(entry), text) : undefined
  }

  function updateOf(head: BatchHead | undefined, cursor: string): FeedMessage | undefined {
    const update = head && batchUpdate(head, presentCounts(head))
    return update && isWanted(update.status) ? messageOf(update.type, cursor, update) : undefined
  }

  function isWanted(status: string | undefined): boolean {
    return !statuses || (status !== undefined && statuses.includes(status))
  }
}

function messageOf(type: LiveMessage['type'], cursor: string, message: LiveMessage): FeedMessage {
  return withCursor(type, cursor, JSON.stringify(message))
}

function withCursor(type: LiveMessage['type'], cursor: string, text: string): FeedMessage {
  return { type, cursor, text: `{"cursor":"${cursor}",${text.slice(1)}` }
}

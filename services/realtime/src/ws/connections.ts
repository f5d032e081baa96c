import { createLoop, type ServiceDeps } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import { CLOSE, type Close } from './close-codes.ts'
import type { Connection } from './connection.ts'
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'

/** The open connections of this process, how many they may be, and whether they live. */
export interface Connections {
  /** How a further connection of the account is refused; undefined when it may be. */
  refusalOf(accountId: string): Close | undefined
  /** Takes one of the messages that the account may send over all its connections; false when there is none left. */
  takeMessage(accountId: string): boolean
  add(connection: Connection): void
  delete(connection: Connection): void
  start(): void
  /** Closes all, in words. */
  stop(): Promise<void>
  readonly size: number
}

/** Of one account at one process, and of all accounts: some 30 KB of memory each (`bench/batch/sockets.ts`). */
const OF_ACCOUNT_MAX = 200
const ALL_MAX = 20_000
/** Of one account. */
const CONNECTS = { burst: 600, perSecond: 10 }
/** Of one account. Reading the costliest takes 0.015 ms. */
const MESSAGES = { burst: 5_000, perSecond: 100 }
const ACCOUNTS_MAX = 10_000
/** How often a client is pinged (`docs/decisions/0031-live-events.md`). In ms. */
const BEAT_EVERY_MS = 30_000
/** All of them are looked at this often. In ms. */
const LOOK_EVERY_MS = 1_000
/** A client that takes nothing for so long is given up. In ms. */
const STALLED_MAX_MS = 30_000
/** Bytes that may wait for clients in all; above it those who read slowest go first. */
const WAITING_MAX = 256 * MEGABYTE

export function createConnections({ logger, metrics }: Pick<ServiceDeps, 'logger' | 'metrics'>): Connections {
  /** With when each is to beat next. */
  const all = new Map<Connection, number>()
  const counts = new Map<string, number>()
  const connectsOf = bucketsOf(CONNECTS)
  const messagesOf = bucketsOf(MESSAGES)
  let isStopping = false

  function beatDue(): void {
    const now = performance.now()
    for (const [connection, due] of all) {
      if (due > now) continue
      all.set(connection, now + BEAT_EVERY_MS)
      connection.beat()
    }
  }

  function closeSlow(): void {
    const now = performance.now()
    let waiting = 0
    const slow: Connection[] = []
    for (const connection of all.keys()) {
      if (connection.stalledSince === undefined) continue
      waiting += connection.waiting
      if (now - connection.stalledSince > STALLED_MAX_MS) connection.close(CLOSE.tooSlow)
      else slow.push(connection)
    }
    if (waiting <= WAITING_MAX) return
    slow.sort((a, b) => a.stalledSince! - b.stalledSince!)
    for (const connection of slow) {
      if (waiting <= WAITING_MAX / 2) return
      waiting -= connection.waiting
      connection.close(CLOSE.tooSlow)
    }
  }

  const looking = createLoop({
    name: 'look-at-connections',
    everyMs: LOOK_EVERY_MS,
    logger,
    metrics,
    run: async () => {
      beatDue()
      closeSlow()
    },
  })

  return {
    refusalOf(accountId) {
      if (isStopping) return CLOSE.restarting
      if (all.size >= ALL_MAX) return CLOSE.overloaded
      if ((counts.get(accountId) ?? 0) >= OF_ACCOUNT_MAX) return CLOSE.tooManyConnections
      if (!connectsOf(accountId).take()) return CLOSE.connectsTooOften
      return undefined
    },
    takeMessage: (accountId) => messagesOf(accountId).take(),
    add(connection) {
      const { accountId } = connection.caller
      all.set(connection, performance.now() + BEAT_EVERY_MS)
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
    },
    delete(connection) {
      if (!all.delete(connection)) return
      const { accountId } = connection.caller
      const left = counts.get(accountId)! - 1
      if (left > 0) counts.set(accountId, left)
      else counts.delete(accountId)
    },
    start: () => looking.start(),
    async stop() {
      isStopping = true
      for (const connection of all.keys()) connection.close(CLOSE.restarting)
      await looking.stop()
    },
    get size() {
      return all.size
    },
  }
}

/** A bucket for each account. */
function bucketsOf(limit: { burst: number; perSecond: number }): (accountId: string) => TokenBucket {
  const buckets = new Map<string, TokenBucket>()
  return (accountId) => {
    if (buckets.size >= ACCOUNTS_MAX) buckets.clear()
    const bucket = buckets.get(accountId) ?? createTokenBucket(limit)
    buckets.set(accountId, bucket)
    return bucket
  }
}

import type { FeedEntry, FeedPlace } from '@gleaner/jobs'

/** What of an account's feed is told. */
export interface Feed {
  /** Absent: what ends from now on. */
  from: FeedPlace | undefined
  kinds: readonly FeedEntry['kind'][] | undefined
  statuses: readonly string[] | undefined
}

/** Connections of one account at one process that may follow its feed. Each reads what ends in it. */
export const FEEDS_OF_ACCOUNT_MAX = 10

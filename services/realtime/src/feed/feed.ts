import type { FeedEntry, FeedPlace } from '@gleaner/jobs'

/** What of an account's feed is told. */
export interface Feed {
  /** Absent: what ends from now on. */
  from: FeedPlace | undefined
  kinds: readonly FeedEntry['kind'][] | undefined
  statuses: readonly string[] | undefined
  /** Whether jobs come with their results. */
  results: boolean
}

/** A cursor that has the form of one, as the contract checks it. */
export function placeOf(cursor: string | undefined): FeedPlace | undefined {
  const [at, id] = cursor?.split('_') ?? []
  return at && id ? { at: Number(at), id } : undefined
}

export function cursorOf({ at, id }: FeedPlace): string {
  return `${at}_${id}`
}

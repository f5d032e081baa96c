import type { ScheduleCreate, ScheduleKind } from '@gleaner/contracts'

/** What a schedule runs, as it was sent: `urls` with what holds for each, or else a crawl, a map or a search. */
export type Work = Pick<
  ScheduleCreate,
  'urls' | 'crawl' | 'map' | 'search' | 'options' | 'formats' | 'session_id'
> & {
  /** Of monitors: pages are fetched by a browser; with a screenshot where it is true. */
  screenshots?: boolean | undefined
}

/** The fields that say which kind of work it is, of which there is one. */
export const KIND_FIELDS = {
  batch: 'urls',
  crawl: 'crawl',
  map: 'map',
  search: 'search',
} as const satisfies Record<ScheduleKind, keyof Work>

/** The kinds that a request names: one in a request that is in order. */
export function kindsOf(work: Work): ScheduleKind[] {
  return (Object.keys(KIND_FIELDS) as ScheduleKind[]).filter((kind) => work[KIND_FIELDS[kind]] != null)
}

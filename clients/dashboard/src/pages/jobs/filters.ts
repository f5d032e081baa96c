/** What narrows the list of jobs, as the API names it; it stands in the address. */
export const FILTERS = [
  'status',
  'domain',
  'tier',
  'key_id',
  'external_id',
  'url',
  'created_after',
  'created_before',
  'batch_id',
  'crawl_id',
] as const
export type Filter = (typeof FILTERS)[number]
/** Those that are set. */
export type Filters = Readonly<Partial<Record<Filter, string>>>

export function readFilters(search: URLSearchParams): Filters {
  return Object.fromEntries(FILTERS.flatMap((name) => (search.get(name) ? [[name, search.get(name)!]] : [])))
}

/** Filters with others in their place; an empty one is taken away. */
export function withFilters(filters: Filters, changes: Filters): Filters {
  return Object.fromEntries(Object.entries({ ...filters, ...changes }).filter(([, value]) => value))
}

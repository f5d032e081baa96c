/** What narrows the list of deliveries; it stands in the address, as the API names it. */
export const FILTERS = [
  'status',
  'event',
  'webhook_id',
  'job_id',
  'batch_id',
  'crawl_id',
  'created_after',
  'created_before',
] as const
export type Filter = (typeof FILTERS)[number]
export type Filters = Readonly<Partial<Record<Filter, string>>>

export function readFilters(search: URLSearchParams): Filters {
  return Object.fromEntries(FILTERS.flatMap((name) => (search.get(name) ? [[name, search.get(name)!]] : [])))
}

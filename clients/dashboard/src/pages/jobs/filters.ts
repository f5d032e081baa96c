/** What narrows the list of jobs; it stands in the address. */
export interface Filters {
  status: string
  domain: string
  tier: string
  url: string
  batch_id: string
  crawl_id: string
}

const NAMES = ['status', 'domain', 'tier', 'url', 'batch_id', 'crawl_id'] as const

export function readFilters(search: URLSearchParams): Filters {
  return Object.fromEntries(NAMES.map((name) => [name, search.get(name) ?? ''])) as unknown as Filters
}

/** Those that are set, as the API and the address take them. */
export function setFilters(filters: Filters): Record<string, string> {
  return Object.fromEntries(NAMES.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])))
}

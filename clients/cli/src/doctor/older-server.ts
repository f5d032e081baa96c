/** What commands call that servers have not always had. */
const CALLED_BY: Record<string, readonly string[]> = {
  batch: ['POST /batch', 'GET /batch/{batch_id}/stream', 'GET /batch/{batch_id}/results'],
  crawl: ['POST /crawl', 'GET /crawl/{crawl_id}', 'GET /crawl/{crawl_id}/stream'],
  extract: ['POST /extract'],
  login: ['POST /oauth/device_authorization'],
  map: ['POST /map'],
  parse: ['POST /parse'],
  search: ['POST /search'],
  watch: ['POST /monitors', 'GET /monitors/{monitor_id}/changes'],
}

interface Listed {
  endpoints?: { method: string; path: string }[]
}

/** The commands that a server is too old for, by the list of its endpoints. */
export function commandsBeyond({ endpoints = [] }: Listed): string[] {
  const known = new Set(endpoints.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`))
  return Object.keys(CALLED_BY).filter((command) => !CALLED_BY[command]!.every((call) => known.has(call)))
}

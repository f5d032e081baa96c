const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const KEPT = 200

/** Ids of what a fuzzer's requests have created, by area (the first part of a path). */
export interface SeenIds {
  add(path: string, body: unknown): void
  /** One of the area's; `none` before there is one. */
  of(area: string, at: number): string
}

export function createSeenIds(): SeenIds {
  const byArea = new Map<string, string[]>()
  return {
    add(path, body) {
      const area = path.split('/')[3]!.split('?')[0]!
      // What a scrape creates is a job.
      const name = area === 'scrape' ? 'jobs' : area
      const ids = [...(JSON.stringify(body)?.match(UUID) ?? []), ...(byArea.get(name) ?? [])]
      byArea.set(name, ids.slice(0, KEPT))
    },
    of(area, at) {
      const ids = byArea.get(area) ?? []
      return ids[at % ids.length] ?? 'none'
    },
  }
}

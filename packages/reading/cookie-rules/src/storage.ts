import { isWithinDomain } from './cookie.ts'

/** What a browser keeps for the scripts of an origin: of all its tabs (`localStorage`), and of one (`sessionStorage`). */
export interface OriginStorage {
  /** As `https://app.example.com`, with the port where it is not the scheme's own. */
  origin: string
  local: StoredItem[]
  session: StoredItem[]
}

export type StoredItem = readonly [name: string, value: string]

/** How much a session may keep of it. */
export interface StorageBounds {
  origins: number
  /** Of all names and values, in UTF-8. */
  bytes: number
}

/** Whether it is an origin of http or https that is within a session's domain. */
export function isOriginWithin(origin: string, domain: string): boolean {
  const url = URL.parse(origin)
  if (!url || url.origin !== origin || !/^https?:$/.test(url.protocol)) return false
  return isWithinDomain(url.hostname, domain)
}

export function storageBytes(storage: readonly OriginStorage[]): number {
  return storage.flatMap(itemsOf).reduce((sum, item) => sum + bytesOf(item), 0)
}

/** As much of it as may be kept. The largest items are left out: logins are small, and what fills a storage is what was fetched. */
export function boundStorage(storage: readonly OriginStorage[], bounds: StorageBounds): OriginStorage[] {
  const some = storage.filter((each) => itemsOf(each).length > 0).slice(0, bounds.origins)
  const smallestFirst = some.flatMap(itemsOf).toSorted((a, b) => bytesOf(a) - bytesOf(b))
  const kept = new Set<StoredItem>()
  let bytes = 0
  for (const item of smallestFirst) {
    bytes += bytesOf(item)
    if (bytes > bounds.bytes) break
    kept.add(item)
  }
  return some
    .map(({ origin, local, session }) => ({
      origin,
      local: local.filter((item) => kept.has(item)),
      session: session.filter((item) => kept.has(item)),
    }))
    .filter((each) => itemsOf(each).length > 0)
}

function itemsOf({ local, session }: OriginStorage): StoredItem[] {
  return [...local, ...session]
}

function bytesOf([name, value]: StoredItem): number {
  return Buffer.byteLength(name) + Buffer.byteLength(value)
}

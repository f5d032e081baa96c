import type { Issue } from '@gleaner/contracts'
import { LIMITS } from '@gleaner/contracts/limits'
import { isObject } from '@gleaner/runtime/is-object'
import { isOriginWithin, type OriginStorage, type StoredItem, storageBytes } from '../storage.ts'

/** What origins of a domain have stored, or else what is wrong, without any value. */
type ReadStorage = { storage: OriginStorage[]; issues?: undefined } | { issues: Issue[] }

/**
 * Reads the `origins` of a storage state: as Playwright writes them, with `localStorage`; `sessionStorage` may stand beside it. Those of
 * other sites are left out.
 */
export function readStorage(given: unknown, domain: string): ReadStorage {
  const issues: Issue[] = []
  const fault = (path: string, message: string) => void issues.push({ path: `cookies.${path}`, message })

  function listAt(value: unknown, path: string, message: string): unknown[] {
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return value
    fault(path, message)
    return []
  }

  function readOrigin(entry: unknown, path: string): OriginStorage[] {
    if (!isObject(entry) || typeof entry.origin !== 'string') {
      fault(path, 'must be an object with an origin and its localStorage')
      return []
    }
    const read = {
      origin: URL.parse(entry.origin)?.origin ?? entry.origin,
      local: readItems(entry.localStorage, `${path}.localStorage`),
      session: readItems(entry.sessionStorage, `${path}.sessionStorage`),
    }
    const isEmpty = read.local.length + read.session.length === 0
    return isEmpty || !isOriginWithin(read.origin, domain) ? [] : [read]
  }

  function readItems(list: unknown, path: string): StoredItem[] {
    return listAt(list, path, 'must be a list of names and values').flatMap((item, at): StoredItem[] => {
      if (isObject(item) && typeof item.name === 'string' && typeof item.value === 'string')
        return [[item.name, item.value]]
      fault(`${path}[${at}]`, 'must be an object with a name and a value, both of them texts')
      return []
    })
  }

  const entries = listAt(given, 'origins', 'must be a list of origins with their localStorage')
  const storage = entries.flatMap((entry, at) => readOrigin(entry, `origins[${at}]`))
  if (storage.length > LIMITS.sessionStorage.origins)
    fault('origins', `at most ${LIMITS.sessionStorage.origins} origins of the domain; leave out others`)
  if (storageBytes(storage) > LIMITS.sessionStorage.bytes)
    fault('origins', `at most ${LIMITS.sessionStorage.bytes / 1024} KB in total; leave out what is no login`)
  return issues.length > 0 ? { issues } : { storage }
}

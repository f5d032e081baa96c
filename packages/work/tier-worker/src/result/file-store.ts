import { LIMITS, RETENTION } from '@gleaner/contracts/limits'
import type { Files } from '@gleaner/storage'
import type { StoreFile } from './artifacts.ts'

/** Stores files of jobs behind signed links that hold as long as results are kept; the files last as long as exports that were begun by then. */
export function createFileStore({ store, links }: Files): StoreFile {
  return async (name, bytes, contentType) => {
    await store.put(name, bytes, { contentType, ttlMs: RETENTION.resultMs + LIMITS.exportMs })
    return links.linkTo(name, Date.now() + RETENTION.resultMs)
  }
}

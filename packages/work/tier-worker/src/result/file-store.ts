import { RETENTION } from '@gleaner/contracts/limits'
import type { Files } from '@gleaner/storage'
import type { StoreFile } from './artifacts.ts'

/** Stores screenshots and PDFs for as long as results are kept, behind signed links. */
export function createFileStore({ store, links }: Files): StoreFile {
  return async (name, bytes, contentType) => {
    await store.put(name, bytes, { contentType, ttlMs: RETENTION.resultMs })
    return links.linkTo(name, Date.now() + RETENTION.resultMs)
  }
}

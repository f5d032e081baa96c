import { RETENTION } from '@gleaner/contracts'
import { openFiles } from '@gleaner/storage'
import type { TierConfig } from '../config.ts'
import type { StoreFile } from './artifacts.ts'

/** Stores screenshots and PDFs for as long as results are kept, behind signed links. */
export function createFileStore(
  config: Pick<TierConfig, 'STORAGE_DIR' | 'PUBLIC_URL' | 'ENCRYPTION_KEYS'>,
): StoreFile {
  const { store, links } = openFiles({
    folder: config.STORAGE_DIR,
    publicUrl: config.PUBLIC_URL,
    encryptionKeys: config.ENCRYPTION_KEYS,
  })
  return async (name, bytes, contentType) => {
    await store.put(name, bytes, { contentType, ttlMs: RETENTION.resultMs })
    return links.linkTo(name, Date.now() + RETENTION.resultMs)
  }
}

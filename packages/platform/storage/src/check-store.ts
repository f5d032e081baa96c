import { randomUUID } from 'node:crypto'
import type { BlobStore } from './blob-store.ts'

/** A store that took a file is believed for so long: a bucket's writes cost money. */
const BELIEVED_MS = 60_000

/** A readiness check: files can be written. */
export function createStoreCheck(store: BlobStore): () => Promise<void> {
  const key = `ready/${randomUUID()}`
  let believedUntil = 0
  return async () => {
    if (performance.now() < believedUntil) return
    try {
      await store.put(key, Buffer.from('ready'), { contentType: 'text/plain', ttlMs: BELIEVED_MS })
      await store.delete(key)
    } catch (error) {
      throw new Error(`Files cannot be written: ${(error as Error).message}`, { cause: error })
    }
    believedUntil = performance.now() + BELIEVED_MS
  }
}

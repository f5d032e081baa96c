import type { Readable } from 'node:stream'

export interface BlobOptions {
  contentType: string
  /** How long the blob can be read, in milliseconds from now. */
  ttlMs: number
}

export interface OpenedBlob {
  /** To be read to its end or destroyed. */
  stream: Readable
  /** In bytes. */
  size: number
  contentType: string
  expiresAt: Date
}

/** Keeps files (screenshots, PDFs, exports) for a while. Keys are chosen by us, e.g. `screenshots/<job id>.png`. */
export interface BlobStore {
  /** Stores or replaces a blob: readers see the old one or the new one, never a part. */
  put(key: string, bytes: Uint8Array, options: BlobOptions): Promise<void>
  /** The blob, or undefined when there is none or it has expired. */
  open(key: string): Promise<OpenedBlob | undefined>
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>
  /** Removes what has expired and tells how many blobs that were. */
  purgeExpired(): Promise<PurgedBlobs>
}

export interface PurgedBlobs {
  rows: number
  /** Why some could not go, one for each. */
  faults?: unknown[]
}

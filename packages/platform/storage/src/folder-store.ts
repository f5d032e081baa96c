import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HOUR_MS } from '@gleaner/runtime/units'
import type { BlobOptions, BlobStore, OpenedBlob, PurgedBlobs } from './blob-store.ts'

/** The first line of a stored file, JSON. The rest are the blob's bytes. */
interface Header {
  key: string
  contentType: string
  expiresAt: string
}

const UNFINISHED = 'unfinished'
/** A write that has not ended after this long was interrupted by a crash. */
const UNFINISHED_MS = HOUR_MS
const MAX_HEADER_BYTES = 4096

/**
 * Blobs in a folder that all services share. A file's name is the SHA-256 of its key, so no key leads out of the
 * folder; its modification time is the moment it expires, so purging reads no contents.
 */
export function createFolderStore(folder: string): BlobStore {
  function pathOf(key: string): string {
    const name = createHash('sha256').update(key).digest('hex')
    return join(folder, name.slice(0, 2), name.slice(2, 4), name)
  }

  async function put(key: string, bytes: Uint8Array, { contentType, ttlMs }: BlobOptions): Promise<void> {
    const expiresAt = new Date(Date.now() + ttlMs)
    const header: Header = { key, contentType, expiresAt: expiresAt.toISOString() }
    const line = Buffer.from(`${JSON.stringify(header)}\n`)
    if (line.length > MAX_HEADER_BYTES) throw new Error('The key of a blob is too long')
    const path = pathOf(key)
    const draft = join(folder, UNFINISHED, randomUUID())
    await Promise.all([dirname(path), dirname(draft)].map((parent) => mkdir(parent, { recursive: true })))
    try {
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writev([line, bytes])
        await file.datasync()
      } finally {
        await file.close()
      }
      await utimes(draft, expiresAt, expiresAt)
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  async function openBlob(key: string): Promise<OpenedBlob | undefined> {
    const file = await open(pathOf(key), 'r').catch(ignoreMissing)
    if (!file) return undefined
    try {
      const { header, length } = await readHeader(file)
      const expiresAt = new Date(header.expiresAt)
      if (expiresAt.getTime() <= Date.now()) {
        await file.close()
        return undefined
      }
      const size = (await file.stat()).size - length
      return {
        stream: file.createReadStream({ start: length }),
        size,
        contentType: header.contentType,
        expiresAt,
      }
    } catch (error) {
      await file.close()
      throw error
    }
  }

  async function purgeExpired(): Promise<PurgedBlobs> {
    const faults: unknown[] = []
    await purgeFolder(join(folder, UNFINISHED), Date.now() - UNFINISHED_MS, faults)
    let rows = 0
    for (const first of await shardsIn(folder)) {
      for (const second of await shardsIn(join(folder, first))) {
        rows += await purgeFolder(join(folder, first, second), Date.now(), faults)
      }
    }
    return { rows, ...(faults.length > 0 && { faults }) }
  }

  return { put, open: openBlob, purgeExpired, delete: (key) => rm(pathOf(key), { force: true }) }
}

async function readHeader(file: FileHandle): Promise<{ header: Header; length: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0)
  const end = buffer.subarray(0, bytesRead).indexOf('\n')
  return { header: JSON.parse(buffer.toString('utf8', 0, Math.max(end, 0))), length: end + 1 }
}

/** Removes the files of one folder whose time is before the given one. What cannot be removed, or read, keeps no other. */
async function purgeFolder(folder: string, beforeMs: number, faults: unknown[]): Promise<number> {
  let purged = 0
  const names = await readdir(folder)
    .catch(ignoreMissing)
    .catch((fault: unknown) => void faults.push(fault))
  for (const name of names ?? []) {
    const path = join(folder, name)
    try {
      const found = await stat(path).catch(ignoreMissing)
      if (!found || found.mtimeMs > beforeMs) continue
      await rm(path, { force: true })
      purged++
    } catch (fault) {
      faults.push(fault)
    }
  }
  return purged
}

async function shardsIn(folder: string): Promise<string[]> {
  return ((await readdir(folder).catch(ignoreMissing)) ?? []).filter((name) => /^[0-9a-f]{2}$/.test(name))
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

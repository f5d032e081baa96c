import { buffer } from 'node:stream/consumers'
import { LIMITS } from '@gleaner/contracts/limits'
import type { BlobStore, OpenedBlob } from '@gleaner/storage'
import { isDocument } from '../rows/export-item.ts'
import type { ClaimedRun } from '../runs/export-run.ts'
import type { Target } from '../targets/target.ts'
import type { RunContext } from './run-context.ts'

/**
 * Brings what is still stored of the files of a page: copies of all where they are wanted, and to an archive the document that the page is. Their
 * names are those of its job: a page that is written again replaces them.
 */
export function createFileBringer(
  { request }: ClaimedRun,
  target: Target,
  store: Pick<BlobStore, 'open'>,
): RunContext['withFiles'] {
  const isCopied = request.include_files
  const isArchive = request.format === 'warc' || request.format === 'wacz'

  return async (item) => {
    const found = { ...item, row: { ...item.row } }
    for (const key of item.files) {
      const isKept = isArchive && isDocument(key)
      const blob = isCopied || isKept ? await store.open(key) : undefined
      if (!blob) continue
      const isHeld = isKept && blob.size <= LIMITS.exportPageBytes
      const bytes = await bytesOf(blob, isCopied || isHeld)
      if (isHeld) found.document = { contentType: blob.contentType, bytes }
      if (!isCopied) continue
      const name = `files/${key}`
      await target.put(name, blob.contentType, bytes)
      if (isDocument(key)) found.row.document_file = name
    }
    return found
  }
}

async function bytesOf({ stream }: OpenedBlob, isWanted: boolean): Promise<Buffer> {
  if (isWanted) return await buffer(stream)
  stream.destroy()
  return Buffer.alloc(0)
}

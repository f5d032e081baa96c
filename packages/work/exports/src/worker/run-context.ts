import { buffer } from 'node:stream/consumers'
import type { Pool } from '@gleaner/db'
import type { BlobStore } from '@gleaner/storage'
import type { ExportItem } from '../rows/export-item.ts'
import type { ClaimedRun } from '../runs/export-run.ts'
import type { Target } from '../targets/target.ts'

/** What a run is written with. */
export interface RunContext {
  pool: Pool
  run: ClaimedRun
  target: Target
  publicUrl: string
  /** Aborts when the process stops, the claim is lost, or the place has been held for too long. */
  signal: AbortSignal
  /** Whether others are to go first. */
  isOver(): boolean
  /** Writes the screenshots and PDFs of a page, where they are wanted. */
  copyFiles(item: ExportItem): Promise<void>
}

/** How long a run is written before others may go first. */
const TURN_MS = 60_000

export function createTurn(): () => boolean {
  const endAt = performance.now() + TURN_MS
  return () => performance.now() >= endAt
}

/** Copies what is still stored of the files that a page links. */
export function createFileCopies(
  { request }: ClaimedRun,
  target: Target,
  store: Pick<BlobStore, 'open'>,
): RunContext['copyFiles'] {
  if (!request.include_files) return async () => {}
  return async ({ files }) => {
    for (const key of files) {
      const blob = await store.open(key)
      if (blob) await target.put(`files/${key}`, blob.contentType, await buffer(blob.stream))
    }
  }
}

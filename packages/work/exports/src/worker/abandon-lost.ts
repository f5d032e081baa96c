import type { Pool } from '@gleaner/db'
import type { ClaimedRun } from '../runs/export-run.ts'
import { lostUploads } from '../runs/lost-uploads.ts'
import type { ObjectRow } from '../runs/record-progress.ts'
import { type Target, TargetFailure } from '../targets/target.ts'

/**
 * Abandons uploads of an object that an exporter has begun and not noted, where its destination shows them to us. Throws TargetFailure when
 * that is to be tried again.
 */
export async function abandonLost(
  { pool, run, target }: { pool: Pool; run: ClaimedRun; target: Target },
  { name, uploadId, hasBegun }: ObjectRow,
): Promise<void> {
  if (uploadId !== null || !hasBegun) return
  const uploads = await target.uploadsOf(name).catch((error: unknown) => {
    // It may not list them: then it has a rule that ends them.
    if (error instanceof TargetFailure && error.isFinal) return []
    throw error
  })
  if (uploads.length === 0) return
  const lost = await lostUploads(pool, run, name, uploads)
  if (!lost) throw new TargetFailure(`Another export begins to write ${name}; this one waits for it.`)
  for (const id of lost) await target.abandon({ name, contentType: '', id })
}

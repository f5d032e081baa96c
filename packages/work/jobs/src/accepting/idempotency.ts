import { ApiError } from '@gleaner/contracts/errors'
import { RETENTION } from '@gleaner/contracts/limits'
import { MESSAGES } from '@gleaner/contracts/messages'
import type { Queryable } from '@gleaner/db'
import { ago } from '@gleaner/db'

export interface JobKeyUse {
  key: string
  /** Fingerprint of what was asked; the same key with another request is a caller's mistake. */
  requestHash: Buffer
  /** Other fingerprints of the same request, by which it may be known from earlier. */
  formerHashes?: Buffer[]
}

/**
 * Takes the key for `jobId`, inside the caller's transaction. Returns the job of an earlier request with the same
 * key and body once that has ended; throws IDEMPOTENCY_IN_PROGRESS while it runs, IDEMPOTENCY_CONFLICT for another body.
 */
export async function claimIdempotencyKey(
  connection: Queryable,
  accountId: string,
  jobId: string,
  claim: JobKeyUse,
): Promise<string | undefined> {
  const taken = await connection.query(
    `INSERT INTO idempotency_key AS held (account_id, key, request_hash, job_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (account_id, key) DO UPDATE
       SET request_hash = excluded.request_hash, job_id = excluded.job_id, reply = NULL, created_at = now()
       WHERE held.created_at < ${ago(RETENTION.keyMs)}`,
    [accountId, claim.key, claim.requestHash, jobId],
  )
  if (taken.rowCount === 1) return undefined

  const { rows } = await connection.query<{ request_hash: Buffer; job_id: string; finished: boolean | null }>(
    `SELECT held.request_hash, held.job_id, job.finished_at IS NOT NULL OR NOT (job.spec->>'sync')::bool AS finished
     FROM idempotency_key held LEFT JOIN job ON job.id = held.job_id
     WHERE held.account_id = $1 AND held.key = $2`,
    [accountId, claim.key],
  )
  const earlier = rows[0]
  const hashes = [claim.requestHash, ...(claim.formerHashes ?? [])]
  if (earlier && !hashes.some((hash) => earlier.request_hash.equals(hash))) {
    throw new ApiError('IDEMPOTENCY_CONFLICT', MESSAGES.keyReused)
  }
  if (!earlier?.finished) {
    throw new ApiError('IDEMPOTENCY_IN_PROGRESS', MESSAGES.keyInUse, { retry_after_seconds: 1 })
  }
  return earlier.job_id
}

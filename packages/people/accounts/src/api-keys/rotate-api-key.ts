import { recordAudit } from '@gleaner/audit-log'
import { readSpendLimits } from '@gleaner/billing'
import { ApiError, type ApiKey, type ApiKeyRotation, isUuid } from '@gleaner/contracts'
import { isAhead, type TransactionHandles } from '@gleaner/db'
import { generateApiKey } from '@gleaner/security/api-key'
import { storedHash } from '@gleaner/security/stored-hash'
import { noSuchKey } from './manage-api-keys.ts'
import type { KeyHolder } from './new-api-key.ts'
import { presentApiKey, SHOWN } from './present-api-key.ts'

/**
 * Gives a key another text, which is returned this once, and takes the one before for the overlap. All else of the key stays: its
 * id, by which limits, counts and running work go. Throws NOT_FOUND, or CONFLICT for a tool's key, and while the text of an earlier rotation
 * is still taken, unless that is to end: it may be the one that is in use everywhere.
 */
export async function rotateApiKey(
  both: TransactionHandles,
  { accountId, actor }: KeyHolder,
  id: string,
  { overlap_seconds: overlapSeconds, end_previous: endPrevious }: ApiKeyRotation,
): Promise<ApiKey & { key: string }> {
  const { test, hasPrevious } = await lockKey(both, accountId, id)
  if (hasPrevious && !endPrevious) throw overlapping()
  const { key } = generateApiKey(test ? 'test' : 'live')
  await both.sql.query(
    `UPDATE api_key SET previous_hash = hash, previous_expires_at = now() + $2 * interval '1 second',
       hash = $3, prefix = $4, generation = generation + 1 WHERE id = $1`,
    [id, overlapSeconds, storedHash(key), key.slice(0, 14)],
  )
  const target = `api_key:${id}`
  const details = { overlap_seconds: overlapSeconds, end_previous: endPrevious }
  await recordAudit(both, { accountId, actor, action: 'api_key.rotated', target, details })
  const row = await both.prisma.apiKey.findUniqueOrThrow({ where: { id }, select: SHOWN })
  const limits = await readSpendLimits(both.sql, accountId, [id])
  return { ...presentApiKey(row, limits.get(id)), key }
}

/** Ends the text that the last rotation has replaced, if it is still taken. Throws NOT_FOUND for no such key. */
export async function endOverlap(
  both: TransactionHandles,
  { accountId, actor }: KeyHolder,
  id: string,
): Promise<void> {
  await lockKey(both, accountId, id)
  const { rowCount } = await both.sql.query(
    `UPDATE api_key SET previous_expires_at = now() WHERE id = $1 AND ${isAhead('previous_expires_at')}`,
    [id],
  )
  if (rowCount === 0) return
  await recordAudit(both, { accountId, actor, action: 'api_key.overlap_ended', target: `api_key:${id}` })
}

async function lockKey(
  { sql }: TransactionHandles,
  accountId: string,
  id: string,
): Promise<{ test: boolean; hasPrevious: boolean }> {
  if (!isUuid(id)) noSuchKey()
  const { rows } = await sql.query<{ test: boolean; isTool: boolean; hasPrevious: boolean }>(
    `SELECT test, oauth_client_id IS NOT NULL AS "isTool",
       COALESCE(${isAhead('previous_expires_at')}, false) AS "hasPrevious" FROM api_key
     WHERE id = $1 AND account_id = $2 AND revoked_at IS NULL FOR UPDATE`,
    [id, accountId],
  )
  const row = rows[0] ?? noSuchKey()
  if (row.isTool)
    throw new ApiError('CONFLICT', 'A tool was given this key by OAuth: it asks for another one itself.')
  return row
}

function overlapping(): ApiError {
  return new ApiError(
    'CONFLICT',
    'The key that the last rotation has replaced is still taken, and another rotation would end it. Where the answer to that one was lost, repeat it with its Idempotency-Key to see the same key; else wait for the end of the overlap, or send {"end_previous": true}.',
  )
}

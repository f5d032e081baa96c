import { recordAudit } from '@gleaner/audit-log'
import { readSpendLimits } from '@gleaner/billing'
import { ApiError, type ApiKey, type ApiKeyList, type ApiKeyUpdate, isUuid } from '@gleaner/contracts'
import type { Database, TransactionHandles } from '@gleaner/db'
import { type KeyHolder, refuseTakenName } from './new-api-key.ts'
import { presentApiKey, SHOWN } from './present-api-key.ts'

/** The keys of an account that are not revoked, oldest first. */
export async function listApiKeys(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ApiKeyList> {
  const { apiKey } = await db.prisma()
  const where = { accountId, revokedAt: null }
  const [rows, total] = await Promise.all([
    apiKey.findMany({ where, select: SHOWN, orderBy: { id: 'asc' }, take: limit, skip: offset }),
    apiKey.count({ where }),
  ])
  const ids = rows.map(({ id }) => id)
  const limits = await readSpendLimits(db.pool, accountId, ids)
  return { items: rows.map((row) => presentApiKey(row, limits.get(row.id))), total, limit, offset }
}

/** Throws NOT_FOUND, also for a key that is another account's or revoked. */
export async function readApiKey(db: Database, accountId: string, id: string): Promise<ApiKey> {
  const { apiKey } = await db.prisma()
  const row = await apiKey.findUnique({ where: live(accountId, id), select: SHOWN })
  const limits = await readSpendLimits(db.pool, accountId, [id])
  return presentApiKey(row ?? noSuchKey(), limits.get(id))
}

/** Changes the fields that are given; throws NOT_FOUND or CONFLICT. */
export async function updateApiKey(
  db: Database,
  { accountId, actor }: KeyHolder,
  id: string,
  update: ApiKeyUpdate,
): Promise<ApiKey> {
  const where = live(accountId, id)
  const { name, scopes, expires_at, allowed_ips } = update
  const data = {
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes }),
    ...(allowed_ips !== undefined && { allowedIps: allowed_ips ?? [] }),
    ...(expires_at !== undefined && { expiresAt: expires_at === null ? null : new Date(expires_at) }),
  }
  return await db.transaction(async (both) => {
    const writing = both.prisma.apiKey.updateManyAndReturn({ where, data, select: SHOWN })
    const [row] = await refuseTakenName(name, writing)
    if (!row) noSuchKey()
    const target = `api_key:${id}`
    // Its name is a text of a person's, which the log would keep when they are deleted.
    const { name: _name, ...rest } = update
    const details = { fields: Object.keys(update), ...rest }
    await recordAudit(both, { accountId, actor, action: 'api_key.updated', target, details })
    const limits = await readSpendLimits(both.sql, accountId, [id])
    return presentApiKey(row, limits.get(id))
  })
}

/** Its row stays, for the jobs that were made with it. Throws NOT_FOUND. */
export async function revokeApiKey(
  both: TransactionHandles,
  { accountId, actor }: KeyHolder,
  id: string,
): Promise<void> {
  const data = { revokedAt: new Date() }
  const { count } = await both.prisma.apiKey.updateMany({ where: live(accountId, id), data })
  if (count === 0) noSuchKey()
  await recordAudit(both, { accountId, actor, action: 'api_key.revoked', target: `api_key:${id}` })
}

function live(accountId: string, id: string) {
  if (!isUuid(id)) noSuchKey()
  return { id, accountId, revokedAt: null }
}

export function noSuchKey(): never {
  throw new ApiError('NOT_FOUND', 'There is no such API key in this account, or it was revoked.')
}

import type { ApiKey, Scope, SpendLimit } from '@gleaner/contracts'
import type { Prisma } from '@gleaner/db'

/** The columns that replies show: neither the key nor its hash. */
export const SHOWN = {
  id: true,
  name: true,
  prefix: true,
  scopes: true,
  test: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  lastUsedIp: true,
  allowedIps: true,
  previousExpiresAt: true,
  requests: true,
} satisfies Prisma.ApiKeySelect

type Row = Prisma.ApiKeyGetPayload<{ select: typeof SHOWN }>

export function presentApiKey(row: Row, limits: SpendLimit | null = null): ApiKey {
  return {
    id: row.id,
    name: row.name,
    key_prefix: row.prefix,
    key: null,
    scopes: row.scopes as Scope[],
    test: row.test,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_used_ip: row.lastUsedIp,
    allowed_ips: row.allowedIps.length === 0 ? null : row.allowedIps,
    previous_key_expires_at: row.previousExpiresAt?.toISOString() ?? null,
    requests: Number(row.requests),
    limits,
  }
}

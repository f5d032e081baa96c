import { ApiError, isUuid } from '@gleaner/contracts'
import type { Database, Prisma } from '@gleaner/db'

const SHOWN = {
  id: true,
  name: true,
  kind: true,
  enterprise: true,
  requestsPerMinute: true,
  concurrentRequests: true,
  blockedAt: true,
  createdAt: true,
  users: { select: { email: true }, orderBy: { id: 'asc' } },
  balance: { select: { availableMicros: true, heldMicros: true } },
  _count: { select: { apiKeys: { where: { revokedAt: null } } } },
} satisfies Prisma.AccountSelect

/** An account as operators see it. */
export type OperatedAccount = Prisma.AccountGetPayload<{ select: typeof SHOWN }>

/** Accounts, the newest first. `search` is a part of the name, or of the address of a user. Deleted ones are not among them. */
export async function listAccounts(
  db: Database,
  { search, limit, offset = 0 }: { search?: string | undefined; limit: number; offset?: number },
): Promise<{ accounts: OperatedAccount[]; total: number }> {
  const { account } = await db.prisma()
  // Prisma passes on what LIKE reads as patterns.
  const text = search?.replaceAll(/[\\%_]/g, String.raw`\$&`) ?? ''
  const holds = { contains: text, mode: 'insensitive' as const }
  const where = {
    deletedAt: null,
    ...(search !== undefined && { OR: [{ name: holds }, { users: { some: { email: holds } } }] }),
  }
  const [accounts, total] = await Promise.all([
    account.findMany({ where, select: SHOWN, orderBy: { id: 'desc' }, take: limit, skip: offset }),
    account.count({ where }),
  ])
  return { accounts, total }
}

/** Throws NOT_FOUND. */
export async function readAccount(db: Database, id: string): Promise<OperatedAccount> {
  const { account } = await db.prisma()
  const found = isUuid(id) ? await account.findFirst({ where: { id, deletedAt: null }, select: SHOWN }) : null
  return found ?? noSuchAccount(id)
}

export function noSuchAccount(id: string): never {
  throw new ApiError('NOT_FOUND', `There is no account ${id.slice(0, 100)}.`)
}

import type { Actor } from '@gleaner/audit-log'
import type { ApiKey } from '@gleaner/contracts'
import type { Prisma, TransactionHandles } from '@gleaner/db'
import { revokeApiKey } from './manage-api-keys.ts'
import { createApiKey } from './new-api-key.ts'

/** A tool that a user has connected to an account. It has one key at most. */
interface Integration {
  accountId: string
  userId: string
  oauthClientId: string
}

/** A tool, and the term of the membership by which it was allowed to act for an organization. */
interface NewIntegration extends Integration {
  membershipTerm: bigint | null
}

/**
 * Gives a tool a key, and revokes the one that it has. Where another key of the account has the name, a number stands behind
 * it. Throws CONFLICT when the account has as many keys as it may have.
 */
export async function replaceIntegrationKey(
  both: TransactionHandles,
  { membershipTerm, ...integration }: NewIntegration,
  name: string,
): Promise<ApiKey & { key: string }> {
  const { accountId, userId, oauthClientId } = integration
  const actor: Actor = `user:${userId}`
  // As for any new key: what is read here stays so until it is written.
  await both.sql.query('SELECT FROM account WHERE id = $1 FOR NO KEY UPDATE', [accountId])
  await revokeIntegrationKeys(both, actor, integration)
  const free = await freeName(both.prisma, accountId, name)
  return await createApiKey(
    both,
    { accountId, actor },
    { name: free, userId, tool: { oauthClientId, membershipTerm } },
  )
}

/** Revokes the keys of a tool: in one account, or in all. Returns how many. */
export async function revokeIntegrationKeys(
  both: TransactionHandles,
  actor: Actor,
  integration: Pick<Integration, 'oauthClientId'> & Partial<Integration>,
): Promise<number> {
  const live = await both.prisma.apiKey.findMany({
    where: { ...integration, revokedAt: null },
    select: { id: true, accountId: true },
  })
  for (const { id, accountId } of live) await revokeApiKey(both, { accountId, actor }, id)
  return live.length
}

async function freeName(prisma: Prisma.TransactionClient, accountId: string, name: string): Promise<string> {
  const where = { accountId, revokedAt: null, name: { startsWith: name } }
  const rows = await prisma.apiKey.findMany({ where, select: { name: true } })
  const taken = new Set(rows.map((row) => row.name))
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name} ${number}`
  return free
}

import { revokeIntegrationKeys } from '@gleaner/accounts'
import type { Actor } from '@gleaner/audit-log'
import type { TransactionHandles } from '@gleaner/db'
import { lockClient } from './lock-client.ts'

/** Removes a client with its codes, and revokes the keys that it has. Returns how many; undefined when it is not there. Throws as `lockClient`. */
export async function deleteClient(
  both: TransactionHandles,
  actor: Actor,
  id: string,
): Promise<number | undefined> {
  // No code of it can be exchanged from here on.
  await lockClient(both.sql, id)
  const revoked = await revokeIntegrationKeys(both, actor, { oauthClientId: id })
  const { count } = await both.prisma.oAuthClient.deleteMany({ where: { id } })
  return count === 0 ? undefined : revoked
}

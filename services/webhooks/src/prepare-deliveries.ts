import type { Pool } from '@gleaner/db'
import { type ClaimedDelivery, readSecrets } from '@gleaner/outgoing-webhooks'
import type { Logger } from '@gleaner/runtime'
import { type SecretBox, SecretUnreadable } from '@gleaner/security/secret-box'
import type { PreparedDelivery } from './deliver.ts'
import { makeBodies } from './make-bodies.ts'

export interface PrepareContext {
  pool: Pool
  secretBox: SecretBox
  publicUrl: string
  logger: Logger
}

export interface Preparation {
  ready: PreparedDelivery[]
  /** Nobody wants these any more: their endpoint or account is gone. */
  unwanted: ClaimedDelivery[]
  /** These cannot be signed: no key of the ring opens the account's secret. */
  unsigned: ClaimedDelivery[]
}

/** Makes the bodies of deliveries and reads what they are signed with. */
export async function prepareDeliveries(
  ctx: PrepareContext,
  deliveries: readonly ClaimedDelivery[],
): Promise<Preparation> {
  const secrets = await secretsOf(ctx, [...new Set(deliveries.map(({ accountId }) => accountId))])
  const {
    wanted = [],
    unwanted = [],
    unsigned = [],
  } = Object.groupBy(deliveries, (delivery) => {
    const ofAccount = secrets.get(delivery.accountId)
    if (ofAccount === 'unreadable') return 'unsigned'
    return ofAccount && delivery.isWanted ? 'wanted' : 'unwanted'
  })
  const bodies = await makeBodies(ctx.pool, ctx.publicUrl, wanted)
  const ready = wanted.map((delivery) => ({
    delivery,
    body: bodies.get(delivery.id)!,
    secrets: secrets.get(delivery.accountId) as PreparedDelivery['secrets'],
  }))
  return { ready, unwanted, unsigned }
}

/** By account; nothing for accounts that have been deleted. */
async function secretsOf(ctx: PrepareContext, accountIds: readonly string[]) {
  type Secrets = PreparedDelivery['secrets'] | 'unreadable' | undefined
  const read = async (accountId: string): Promise<[string, Secrets]> => {
    try {
      return [accountId, (await readSecrets(ctx, accountId))?.signing]
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error
      ctx.logger.error({ err: error, accountId }, 'the secret of webhooks cannot be opened')
      return [accountId, 'unreadable']
    }
  }
  return new Map(await Promise.all(accountIds.map(read)))
}

import { readEndedTools } from '@gleaner/accounts/api-keys/read-ended-tools'
import { isDatabaseUnavailable, type Pool, takeApart } from '@gleaner/db'
import {
  type ClaimedDelivery,
  type Destination,
  openDestination,
  readOwnHeaders,
  readSecrets,
} from '@gleaner/outgoing-webhooks'
import type { Logger } from '@gleaner/runtime'
import { type SecretBox, SecretUnreadable } from '@gleaner/security/secret-box'
import { firecrawlSignature, hashOf, isOfService, makeBodies } from '@gleaner/webhook-bodies'
import type { PreparedDelivery } from './deliver.ts'

export interface PrepareContext {
  pool: Pool
  secretBox: SecretBox
  publicUrl: string
  logger: Logger
}

export interface Preparation {
  ready: PreparedDelivery[]
  /** Nobody wants these any more: their endpoint or account is gone, or the tool whose work tells them may do nothing any more. */
  unwanted: ClaimedDelivery[]
  /** These cannot be sent: the account's secret cannot be read, or no key of the ring opens it, their address or their own headers. */
  unsigned: ClaimedDelivery[]
  /** These were to be sent again as they were, and would be told something else: a result is not kept any more. */
  changed: ClaimedDelivery[]
  /** These have no body: it cannot be made. */
  bodiless: ClaimedDelivery[]
}

/** Makes the bodies of deliveries and reads what they are signed with. One for which that fails keeps no others. */
export async function prepareDeliveries(
  ctx: PrepareContext,
  deliveries: readonly ClaimedDelivery[],
): Promise<Preparation> {
  const [secrets, endedTools, ownHeaders] = await Promise.all([
    secretsOf(ctx, [...new Set(deliveries.map(({ accountId }) => accountId))]),
    readEndedTools(
      ctx.pool,
      deliveries.flatMap(({ apiKeyId }) => apiKeyId ?? []),
    ),
    readOwnHeaders(ctx.pool, ctx.secretBox, deliveries),
  ])
  const destinations = destinationsOf(ctx, deliveries)
  const {
    wanted = [],
    unwanted = [],
    unsigned = [],
  } = Object.groupBy(deliveries, (delivery) => {
    const ofAccount = secrets.get(delivery.accountId)
    if ([ofAccount, destinations.get(delivery.id), ownHeaders.get(delivery.id)].includes('unreadable'))
      return 'unsigned'
    const isOfEnded = delivery.apiKeyId !== null && endedTools.has(delivery.apiKeyId)
    return ofAccount && delivery.isWanted && !isOfEnded ? 'wanted' : 'unwanted'
  })
  const ready: PreparedDelivery[] = []
  const changed: ClaimedDelivery[] = []
  const stuck = await takeApart(wanted, async (group) => {
    const bodies = await makeBodies(ctx.pool, ctx.publicUrl, group)
    for (const delivery of group) {
      const { bytes, dialect } = bodies.get(delivery.id)!
      const signing = secrets.get(delivery.accountId) as PreparedDelivery['secrets']
      const destination = destinations.get(delivery.id) as Destination | undefined
      if (dialect?.isWanted === false) unwanted.push(delivery)
      else if (isOther(delivery, bytes)) changed.push(delivery)
      else
        ready.push({
          delivery,
          ownHeaders: ownHeaders.get(delivery.id) as PreparedDelivery['ownHeaders'],
          ...addressed(delivery, destination, bytes, signing),
          ...(dialect && signing && { headers: firecrawlSignature(signing[0], bytes) }),
        })
    }
  })
  for (const { item, fault } of stuck)
    ctx.logger.error({ err: fault, delivery: item.id }, 'the body of a webhook cannot be made')
  return { ready, unwanted, unsigned, changed, bodiless: stuck.map(({ item }) => item) }
}

/** Whether a body is not the one that it is to send once more. */
function isOther({ replayOf, bodyHash }: ClaimedDelivery, body: Buffer): boolean {
  return replayOf !== null && bodyHash !== null && !hashOf(body).equals(bodyHash)
}

/** Where a delivery goes and what it says: another service's channel has a message of its own shape, and is not signed. */
function addressed(
  delivery: ClaimedDelivery,
  destination: Destination | undefined,
  body: Buffer,
  secrets: PreparedDelivery['secrets'],
): Omit<PreparedDelivery, 'delivery'> {
  if (!destination) return { url: delivery.url, body, secrets }
  const { url, headers, fields } = destination
  if (!isOfService(delivery)) return { url, body, secrets }
  return {
    url,
    ownHeaders: headers,
    body: Buffer.from(JSON.stringify({ ...(delivery.data as object), ...fields })),
  }
}

/** The sealed addresses, by delivery. */
function destinationsOf(ctx: PrepareContext, deliveries: readonly ClaimedDelivery[]) {
  const opened = new Map<string, Destination | 'unreadable'>()
  for (const { id, destination } of deliveries) {
    if (destination === null) continue
    try {
      opened.set(id, openDestination(ctx.secretBox, id, destination))
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error
      ctx.logger.error({ err: error, delivery: id }, 'the address of a delivery cannot be opened')
      opened.set(id, 'unreadable')
    }
  }
  return opened
}

/** By account; nothing for accounts that have been deleted. */
async function secretsOf(ctx: PrepareContext, accountIds: readonly string[]) {
  type Secrets = PreparedDelivery['secrets'] | 'unreadable'
  const read = async (accountId: string): Promise<[string, Secrets]> => {
    try {
      return [accountId, (await readSecrets(ctx, accountId))?.signing]
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      ctx.logger.error({ err: error, accountId }, 'the secret of webhooks cannot be read')
      return [accountId, 'unreadable']
    }
  }
  return new Map(await Promise.all(accountIds.map(read)))
}

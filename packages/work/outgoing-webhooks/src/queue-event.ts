import { uuidv7 } from '@gleaner/contracts/ids'
import type { WebhookEvent } from '@gleaner/contracts/schemas/webhooks'
import { type Queryable, storableJson } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { type DeliveryChannel, type Destination, maskAddress, sealDestination } from './destination.ts'
import { hostSql, receiversSql } from './queue-deliveries-sql.ts'

/** Something that has happened to an account, and that is no end of a job, batch or crawl. */
export interface AccountEvent {
  accountId: string
  event: WebhookEvent
  /** The body, but for the name of the event. */
  data: object
}

/**
 * Writes a delivery for each endpoint of the account that wants the event, and for `url`, an address that is told beside them, in the transaction
 * that causes it. Returns the deliveries.
 */
export async function queueEvent(
  sql: Queryable,
  { accountId, event, data, url = null }: AccountEvent & { url?: string | null },
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(QUEUE_EVENT, [accountId, event, url, storableJson(data)])
  return rows.map(({ id }) => id)
}

const QUEUE_EVENT = `
  INSERT INTO webhook_delivery (id, account_id, endpoint_id, event, url, host, data, next_attempt_at)
  SELECT gen_random_uuid(), happened.account_id, receiver.endpoint_id, happened.event, receiver.url, ${hostSql('receiver.url')}, $4, now()
  FROM (SELECT $1::uuid AS account_id, $2::text AS event, $3::text AS url, false AS is_cancelled) AS happened
  CROSS JOIN LATERAL (${receiversSql('happened')}) AS receiver(url, endpoint_id, is_cancelled)
  RETURNING id`

/** The same for an address that is a secret. `data` is the whole body, in the channel's shape, but for the fields of the destination. */
export async function queueToDestination(
  sql: Queryable,
  secretBox: SecretBox,
  {
    accountId,
    event,
    data,
    channel,
    destination,
  }: Omit<AccountEvent, 'event'> & {
    event: string
    channel: DeliveryChannel
    destination: Destination
  },
): Promise<string> {
  const id = uuidv7()
  await sql.query(
    `INSERT INTO webhook_delivery (id, account_id, event, url, host, data, channel, destination, next_attempt_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now())`,
    [
      id,
      accountId,
      event,
      maskAddress(destination.url),
      new URL(destination.url).host,
      storableJson(data),
      channel,
      sealDestination(secretBox, id, destination),
    ],
  )
  return id
}

import { uuidv7 } from '@gleaner/contracts/ids'
import { type Queryable, storableJson } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { type DeliveryChannel, type Destination, maskAddress, sealDestination } from './destination.ts'
import { hostSql } from './queue-deliveries-sql.ts'

/** An event that no job and no batch tells of. */
export interface ToldEvent {
  accountId: string
  event: string
  /** The body, but for the name of the event. */
  data: object
}

/** Puts an event into the outbox for each endpoint of the account that wants it. Returns the deliveries. */
export async function queueEvent(sql: Queryable, { accountId, event, data }: ToldEvent): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `INSERT INTO webhook_delivery (id, account_id, endpoint_id, event, url, host, data, next_attempt_at)
     SELECT gen_random_uuid(), e.account_id, e.id, $2, e.url, ${hostSql('e.url')}, $3, now()
     FROM webhook_endpoint AS e WHERE e.account_id = $1 AND e.is_active AND $2 = ANY(e.events)
     RETURNING id`,
    [accountId, event, storableJson(data)],
  )
  return rows.map(({ id }) => id)
}

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
  }: ToldEvent & {
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

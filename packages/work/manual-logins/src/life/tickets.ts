import { hash, randomBytes } from 'node:crypto'
import type { Actor } from '@gleaner/audit-log'
import type { ManualLoginTicket } from '@gleaner/contracts/schemas/manual-logins'
import { isAhead, type Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { channelKey } from '../channel/sealed.ts'
import { SOCKETS_PATH } from '../socket-path.ts'

/** What tickets begin with. */
export const TICKET = 'ticket_'
/** A ticket is used at once by the page that has asked for it. */
const TICKET_MS = 60_000
const TICKET_BYTES = 32

interface ForWhom {
  accountId: string
  actor: Actor
  /** Of the page that will use it; null: no page, a program. */
  origin: string | null
}

/**
 * Gives out a ticket for the next viewer of a login that has not ended; undefined when there is none of the account and of this caller. It
 * replaces one that was not used.
 */
export async function giveTicket(
  sql: Queryable,
  secretBox: SecretBox,
  id: string,
  { accountId, actor, origin }: ForWhom,
): Promise<ManualLoginTicket | undefined> {
  const ticket = TICKET + randomBytes(TICKET_BYTES).toString('base64url')
  const sealed = secretBox.seal(channelKey(id, ticket), keyContext(id))
  const { rows } = await sql.query<{ until: Date }>(
    `UPDATE manual_login SET ticket_hash = $4, ticket_origin = $5, channel_key = $6,
       ticket_until = now() + ${TICKET_MS} * interval '1 millisecond'
     WHERE id = $1 AND account_id = $2 AND actor = $3 AND ended_at IS NULL
     RETURNING ticket_until AS until`,
    [id, accountId, actor, hashOf(ticket), origin, sealed],
  )
  return rows[0] && { ticket, expires_at: rows[0].until.toISOString(), socket_path: `${SOCKETS_PATH}/${id}` }
}

/** Uses a ticket up. False: it was used before, has expired, or is of another login, caller or page. */
export async function takeTicket(
  sql: Queryable,
  id: string,
  ticket: string,
  { accountId, actor, origin }: ForWhom,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE manual_login SET ticket_hash = NULL, viewer = viewer + 1
     WHERE id = $1 AND account_id = $2 AND actor = $3 AND ticket_hash = $4 AND ticket_origin IS NOT DISTINCT FROM $5
       AND ${isAhead('ticket_until')} AND ended_at IS NULL`,
    [id, accountId, actor, hashOf(ticket), origin],
  )
  return rowCount === 1
}

/** The key of the viewer to whom the last ticket was given. */
export async function readChannelKey(
  sql: Queryable,
  secretBox: SecretBox,
  id: string,
): Promise<Uint8Array | undefined> {
  const { rows } = await sql.query<{ key: Uint8Array | null }>(
    'SELECT channel_key AS key FROM manual_login WHERE id = $1 AND ended_at IS NULL',
    [id],
  )
  return rows[0]?.key ? secretBox.openBytes(rows[0].key, keyContext(id)) : undefined
}

function hashOf(ticket: string): Buffer {
  return hash('sha256', ticket, 'buffer')
}

/** What a sealed key is bound to. */
export function keyContext(id: string): string {
  return `manual-login:${id}`
}

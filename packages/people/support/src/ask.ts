import type { PublicTicketCreate, Ticket, TicketCreate, TicketDetail } from '@gleaner/contracts'
import { ApiError } from '@gleaner/contracts/errors'
import { lockKind, type Queryable } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'
import { tellOperator } from './mails.ts'
import { readTicket, showTicket } from './read-tickets.ts'
import {
  findTicket,
  insertMessage,
  insertTicket,
  lockTicket,
  newReadableId,
  STATUS_AFTER,
  type SupportContext,
  setStatus,
  takeTicketPlace,
} from './tickets.ts'

/** Who asks for an account; `userId` where that is a person. */
export interface Asker {
  accountId: string
  userId: string | null
}

/** Throws CONFLICT when as many of the account are open as may be. */
export async function openTicket(
  sql: Queryable,
  ctx: SupportContext,
  asker: Asker,
  { subject, category, message }: TicketCreate,
): Promise<TicketDetail> {
  await takeTicketPlace(sql, asker.accountId)
  const ticket = await insertTicket(sql, { ...asker, email: null, name: null, subject, category })
  await insertMessage(sql, ticket, 'person', message)
  await tellOperator(sql, ctx, ticket, message)
  return await readTicket(sql, asker.accountId, ticket.id)
}

/** Throws NOT_FOUND or CONFLICT. */
export async function replyToTicket(
  sql: Queryable,
  ctx: SupportContext,
  { accountId }: Asker,
  id: string,
  message: string,
): Promise<TicketDetail> {
  const { status } = await findTicket(sql, accountId, id)
  if (status === 'closed') await takeTicketPlace(sql, accountId)
  const ticket = await lockTicket(sql, accountId, id)
  await insertMessage(sql, ticket, 'person', message)
  await setStatus(sql, ticket.id, STATUS_AFTER.person)
  await tellOperator(sql, ctx, ticket, message)
  return await readTicket(sql, accountId, ticket.id)
}

/** Throws NOT_FOUND. */
export async function closeTicket(sql: Queryable, accountId: string, id: string): Promise<Ticket> {
  const ticket = await lockTicket(sql, accountId, id)
  if (ticket.status === 'closed') return showTicket(ticket)
  await setStatus(sql, ticket.id, STATUS_AFTER.close)
  return showTicket(await findTicket(sql, accountId, ticket.id))
}

/** Questions of strangers that may wait for the operator: all together, and of one address. */
const MOST_WAITING = { all: 500, ofAddress: 5 }

/**
 * A question of somebody without an account. Nobody is mailed but the operator: the address may be anybody's. Programs that fill in the field
 * that people do not see are answered alike, and nothing is kept. Returns the readable id. Throws RATE_LIMITED.
 */
export async function openPublicTicket(
  sql: Queryable,
  ctx: SupportContext,
  { email, name, subject, category, message, website }: PublicTicketCreate,
): Promise<string> {
  if (website) return newReadableId()
  await lockKind(sql, 'public ticket', '')
  const { rows } = await sql.query<{ all: number; ofAddress: number }>(
    `SELECT count(*)::int AS all, (count(*) FILTER (WHERE email = $1))::int AS "ofAddress"
     FROM support_ticket WHERE account_id IS NULL AND status = 'open'`,
    [email],
  )
  const { all, ofAddress } = rows[0]!
  if (ofAddress >= MOST_WAITING.ofAddress || all >= MOST_WAITING.all)
    throw new ApiError('RATE_LIMITED', 'Too many questions wait for an answer; ask again tomorrow.', {
      retry_after_seconds: DAY_MS / 1_000,
    })
  const ticket = await insertTicket(sql, {
    accountId: null,
    userId: null,
    email,
    name: name ?? null,
    subject,
    category,
  })
  await insertMessage(sql, ticket, 'person', message)
  await tellOperator(sql, ctx, ticket, message)
  return ticket.readableId
}

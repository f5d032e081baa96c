import type { TicketStatus } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { tellAsker } from './mails.ts'
import {
  insertMessage,
  lockTicket,
  STATUS_AFTER,
  type SupportContext,
  setStatus,
  TICKET_COLUMNS,
  type TicketRow,
} from './tickets.ts'

/** Tickets of everybody, those that have waited longest first. */
export async function listAllTickets(
  sql: Queryable,
  { status, limit }: { status: TicketStatus | undefined; limit: number },
): Promise<TicketRow[]> {
  const { rows } = await sql.query<TicketRow>(
    `SELECT ${TICKET_COLUMNS} FROM support_ticket
     WHERE CASE WHEN $1::text IS NULL THEN status <> 'closed' ELSE status = $1 END ORDER BY updated_at, id LIMIT $2`,
    [status ?? null, limit],
  )
  return rows
}

/** Answers a ticket, in it and by mail. Returns how many were mailed. Throws NOT_FOUND or CONFLICT. */
export async function answerTicket(
  sql: Queryable,
  ctx: SupportContext,
  id: string,
  answer: string,
): Promise<{ ticket: TicketRow; mails: number }> {
  const ticket = await lockTicket(sql, null, id)
  await insertMessage(sql, ticket, 'operator', answer)
  await setStatus(sql, ticket.id, STATUS_AFTER.operator)
  return { ticket, mails: await tellAsker(sql, ctx, ticket, answer) }
}

/** Throws NOT_FOUND. */
export async function endTicket(sql: Queryable, id: string): Promise<TicketRow> {
  const ticket = await lockTicket(sql, null, id)
  await setStatus(sql, ticket.id, STATUS_AFTER.close)
  return ticket
}

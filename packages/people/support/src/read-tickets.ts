import type { Ticket, TicketDetail, TicketMessage, TicketStatus } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { type Author, findTicket, TICKET_COLUMNS, type TicketRow } from './tickets.ts'

interface ListQuery {
  limit: number
  offset: number
  status?: TicketStatus | undefined
}

/** Tickets of an account, the one that changed last first. */
export async function listTickets(
  sql: Queryable,
  accountId: string,
  { limit, offset, status }: ListQuery,
): Promise<{ tickets: Ticket[]; total: number }> {
  const which = 'account_id = $1 AND ($2::text IS NULL OR status = $2)'
  const { rows } = await sql.query<TicketRow>(
    `SELECT ${TICKET_COLUMNS} FROM support_ticket WHERE ${which} ORDER BY updated_at DESC, id LIMIT $3 OFFSET $4`,
    [accountId, status ?? null, limit, offset],
  )
  const { rows: counts } = await sql.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM support_ticket WHERE ${which}`,
    [accountId, status ?? null],
  )
  return { tickets: rows.map(showTicket), total: counts[0]!.total }
}

/** Throws NOT_FOUND. */
export async function readTicket(
  sql: Queryable,
  accountId: string | null,
  id: string,
): Promise<TicketDetail> {
  return await showWhole(sql, await findTicket(sql, accountId, id))
}

export async function showWhole(sql: Queryable, ticket: TicketRow): Promise<TicketDetail> {
  const { rows } = await sql.query<{ id: string; author: string; text: string; createdAt: Date }>(
    `SELECT id, author, text, created_at AS "createdAt" FROM support_message WHERE ticket_id = $1 ORDER BY id`,
    [ticket.id],
  )
  const messages = rows.map(
    ({ id, author, text, createdAt }): TicketMessage => ({
      id,
      author: author as Author,
      message: text,
      created_at: createdAt.toISOString(),
    }),
  )
  return { ...showTicket(ticket), messages }
}

export function showTicket(row: TicketRow): Ticket {
  return {
    id: row.id,
    readable_id: row.readableId,
    subject: row.subject,
    category: row.category as Ticket['category'],
    status: row.status as TicketStatus,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
  }
}

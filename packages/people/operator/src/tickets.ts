import { type Actor, recordAudit } from '@gleaner/audit-log'
import type { TransactionHandles } from '@gleaner/db'
import { answerTicket, endTicket, type SupportContext, type TicketRow } from '@gleaner/support'

/** Answers a ticket, in it and by mail. Returns how many were mailed. Throws NOT_FOUND or CONFLICT. */
export async function answerAs(
  both: TransactionHandles,
  ctx: SupportContext,
  actor: Actor,
  id: string,
  answer: string,
): Promise<{ ticket: TicketRow; mails: number }> {
  const answered = await answerTicket(both.sql, ctx, id, answer)
  await record(both, actor, 'answered', answered.ticket)
  return answered
}

/** Closes a ticket; nobody is mailed. Throws NOT_FOUND. */
export async function closeAs(both: TransactionHandles, actor: Actor, id: string): Promise<TicketRow> {
  const ticket = await endTicket(both.sql, id)
  await record(both, actor, 'closed', ticket)
  return ticket
}

async function record(
  both: TransactionHandles,
  actor: Actor,
  what: 'answered' | 'closed',
  { id, accountId }: TicketRow,
): Promise<void> {
  await recordAudit(both, { accountId, actor, action: `ticket.${what}`, target: `ticket:${id}` })
}

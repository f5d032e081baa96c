import { TICKET_STATUSES, type TicketStatus } from '@gleaner/contracts'
import { answerAs, closeAs } from '@gleaner/operator'
import { listAllTickets, readTicket, type SupportContext } from '@gleaner/support'
import { type AdminContext, AdminError, type Command, positiveNumber } from '../command.ts'
import { openSecretBox } from '../local-settings.ts'

const MOST = 1_000
const TICKET = { ticket: { value: 'id', required: true, help: 'the ticket, e.g. T-7F3K2' } } as const

export const listTicketsCommand: Command = {
  summary:
    'Shows support tickets, those that have waited longest first; by default those that are not closed.',
  options: {
    status: { value: 'status', help: TICKET_STATUSES.join(', ') },
    limit: { value: 'number', help: 'how many at most; by default 50' },
  },
  async run({ db }, values) {
    const limit = Math.min(MOST, Math.ceil(positiveNumber(values, 'limit', 50)))
    const tickets = await listAllTickets(db.pool, { status: statusOf(values.status), limit })
    return tickets.map(({ readableId, status, category, subject, accountId, email, updatedAt }) => ({
      ticket: readableId,
      status,
      category,
      updated_at: updatedAt.toISOString(),
      from: accountId ?? email ?? '',
      subject,
    }))
  },
}

function statusOf(value: unknown): TicketStatus | undefined {
  if (value === undefined) return undefined
  const status = TICKET_STATUSES.find((each) => each === value)
  if (status) return status
  throw new AdminError(`--status must be one of ${TICKET_STATUSES.join(', ')}.`)
}

export const showTicketCommand: Command = {
  summary: 'Shows all that was written in a support ticket.',
  options: TICKET,
  async run({ db }, values) {
    const { messages } = await readTicket(db.pool, null, String(values.ticket))
    // A terminal does what control characters say.
    return messages.map(({ created_at, author, message }) => ({
      at: created_at,
      author,
      message: JSON.stringify(message),
    }))
  },
}

export const replyTicketCommand: Command = {
  summary: 'Answers a support ticket: in it, and by mail to whoever has asked.',
  options: { ...TICKET, message: { value: 'text', required: true, help: 'the answer' } },
  async run(ctx, values) {
    const answer = String(values.message).trim()
    if (answer === '') throw new AdminError('--message must not be empty.')
    const { ticket, mails } = await ctx.db.transaction((both) =>
      answerAs(both, supportOf(ctx), ctx.actor, String(values.ticket), answer),
    )
    return { ticket: ticket.readableId, status: 'answered', mails }
  },
}

export const closeTicketCommand: Command = {
  summary: 'Closes a support ticket. Nobody is mailed.',
  options: TICKET,
  async run({ db, actor }, values) {
    const ticket = await db.transaction((both) => closeAs(both, actor, String(values.ticket)))
    return { ticket: ticket.readableId, status: 'closed' }
  },
}

function supportOf({ env }: AdminContext): SupportContext {
  return {
    secretBox: openSecretBox(env),
    publicUrl: env.PUBLIC_URL || 'http://localhost:8080',
    supportEmail: env.SUPPORT_EMAIL || undefined,
  }
}
